#!/bin/sh
# Count the instructions of a pass with the profiler off, and in a copy of the tree without any
# profiler on the hot path: no recorder, no traced calls, no fields for them in the context. Both
# have the same order of tests and the same inlining.
#
#   crates/arcbatt/benches/without_profiler.sh [corpus|merged|check]
#
# Needs valgrind. Builds the bench `batt` twice and prints the instructions of each. `check` only makes
# sure that the copy compiles, and needs no valgrind.
set -eu
pass=${1:-corpus}
cd "$(dirname "$0")/../../.."
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
export CARGO_TARGET_DIR
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
cp -r .cargo Cargo.toml Cargo.lock crates "$copy"
source=$copy/crates/arcbatt/src

# Remove or change lines. Fail if a pattern is not found, as the copy would still have a profiler.
cut() {
    file=$source/$1
    before=$(cksum <"$file")
    sed -E -i "$2" "$file"
    if [ "$before" = "$(cksum <"$file")" ]; then
        echo "$1: nothing to change by $2" >&2
        exit 2
    fi
}
cut batt/run.rs '/^ *recorder\.(mark_always|put_tree)\(.*\);$/d'
cut batt/progress.rs '/^ *recorder\.(mark|mark_always|begin_step|begin_sample)\(.*\);$/d'
cut batt/run.rs 's/^( *)let tree = recorder\.take_tree\(\);$/\1let tree: Option<Box<CallTree>> = None;/'
cut batt/run.rs '/^ *options\.probe\.give_back\(/d'
cut batt/progress.rs 's/Some\(tree\) if recorder\.is_on\(\) && recorder\.detailed\(\)/Some(tree) if false/'
no_step='Err(Fail::Limit(crate::dsl::fail::Limit::Steps))'
cut dsl/functions/call.rs "s/self\.call_primitive_slow\(primitive, args\);/$no_step;/"
cut dsl/functions/call.rs "s/self\.call_closure_slow\(closure, args\);/$no_step;/"
cut dsl/cx.rs "s/return self\.slow_step\(\);/return $no_step;/"
cut dsl/cx.rs '/^ *(tree: Option<&.a CallTree>,|traced_steps: Cell<u64>,|tree: None,|traced_steps: Cell::new\(0\),)$/d'
# Turn doc comments into plain ones, as some fields are removed.
cut dsl/cx.rs 's,^( *)///,\1//,'
cut dsl/cx.rs 's/Self \{ tree, \.\.self \}/{ let _ = tree; self }/'
cut dsl/cx.rs '/^ *self\.traced_steps\.set\(.*\);$/d; /^ *self\.steps_left\.set\(self\.traced_steps\.take\(\)\);$/d'
cut dsl/cx.rs 's/^( *)self\.tree$/\1None/; s/self\.traced_steps\.get\(\)/0u64/'
if [ "$pass" = check ]; then
    cd "$copy"
    cargo check -p arcbatt --lib >log 2>&1 || { cat log >&2; exit 2; }
    exit
fi

# The bench of the tree in this folder.
built() {
    if ! cargo bench -p arcbatt --bench batt --no-run --message-format=json \
        >"$copy/built" 2>"$copy/log"; then
        cat "$copy/log" >&2
        return 2
    fi
    sed -n 's/.*"executable":"\([^"]*\/batt-[^"]*\)".*/\1/p' "$copy/built" | tail -n 1
}
counted() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        --toggle-collect="*::${pass}_pass" "$1" "$pass" 2>&1 |
        sed -n 's/.*Collected *: *//p'
}
program=$(built)
off=$(counted "$program")
# Share the dependencies; the tree itself is built again, as its files are new.
mkdir -p "$copy/target/release"
for part in deps build .fingerprint; do
    cp -a "$CARGO_TARGET_DIR/release/$part" "$copy/target/release/"
done
rm -f "$copy"/target/release/deps/batt-*
find "$copy/crates" -name '*.rs' -exec touch {} +
CARGO_TARGET_DIR=$copy/target
cd "$copy"
program=$(built)
without=$(counted "$program")
echo "$pass pass: $off instructions with the profiler off, $without without it"
awk "BEGIN { printf \"%+.2f %%\\n\", 100 * ($off / $without - 1) }"
