// The arguments of a launch: steps in waves, samples, and addresses. src/layout.rs checks that Rust
// declares the same structs and constants.
#pragma once
#include "eval.h"

// Leaves that stand for S, I and C of the sample, as kinds of Vals.
enum Given { GIVEN_S = 100, GIVEN_I, GIVEN_C };
#define APPLY_OP 0xffff
#define MISCOUNTED_OP 0xfffe // a wrong number of arguments
#define NO_RESULT FULL

// A step depends on no input, on the demonstrations alone, or on the sample; so it is computed once,
// once per task, or once per sample.
enum Scope { ONCE, BY_TASK, BY_SAMPLE };

// An argument is the number of a leaf, or the first value of a step, with the scope of the step.
#define LEAF_BIT 0x80000000u
#define SCOPE_SHIFT 29
#define PLACE_MASK 0x1fffffffu

// An outcome: the kind of result in the lowest four bits, then whether it equals the expected grid,
// then a hash; for unfit results the reason and the primitive.
enum Outcome { NOT_RUN, IS_GRID, NO_GRID, IS_FAIL, IS_UNFIT };
#define MATCHES 16u
#define OUTCOME_BITS 5
#define GRID_HEAD 4 // words before the planes of a resulting grid

// Other steps need the values of this step.
#define NEEDED (1u << 26)

// A call on every sample of its group, or less often; see Scope.
struct Step {
  u32 head;    // op | arity << 16 | scope << 24 | NEEDED | halves << 28, see grain_of
  u32 group;
  u32 args[5]; // unused places repeat the first
  u32 result;  // or NO_RESULT
  u32 out;     // the index of its first value
  u32 depth;   // used by the host only
  u32 unused[2];
};
// Steps that depend on earlier waves only, sorted by primitive and cut into items: a step on some of
// its samples.
struct Wave {
  u32 first, steps; // steps
  u32 items;
  u32 grain;        // the most samples of an item; see grain_of
};
// Candidates on samples.
struct Group {
  u32 first_sample, samples, tasks;
  u32 lists; // offset in `lists`: the task of each sample, a sample of each task, samples per task
  u32 most_steps, most_cells; // limits of a node
  u32 unused[2];
  u64 first_outcome; // result r on sample s is at first_outcome + r * samples + s
};
struct Job {
  const Step *steps;
  const u32 *first_items; // the first item of each step within its wave
  const Wave *waves;
  const u32 *leaves;  // Vals; samples and values follow
  const u32 *samples; // four Vals each: S, I, C, and the expected grid or DEAD
  const u32 *lists;
  const Group *groups;
  u64 *outcomes;
  u32 *values;   // Vals of all steps
  u32 *arena;    // rows and elements: of the inputs, SCRATCH words per warp, pages
  u32 *pages;    // per warp: the used end of its page, and its end
  u32 *page;     // the number of pages taken
  u32 *next;     // the next item of each wave
  u64 *spent;    // steps and cells of each group, at least those of the CPU
  u64 *keys;     // hashes of the resulting grids: a table with open addressing
  u32 *grids;    // the grids: hash (two words), h | w << 8, unused, then four words per row
  u32 *used;     // the number of words of `grids` taken
  u64 *clocks;   // clock cycles and calls by primitive, or null
  u32 scratch, page_words, pages_count; // words before the first page, words per page, pages
  u32 table_mask, grids_size;
  u32 test; // whether to hash values other than grids, too
  u32 waves_count;
  u32 first_scratch; // words of inputs in the arena
  u32 leaves_count, samples_count;
};

// Adds the steps and cells of the samples that this warp ran.
INLINE void add_spent(const Job &job, u32 group, u64 steps, u64 cells) {
#ifdef ARCBATT_CUDA
  if (LANE == 0) {
    atomicAdd(job.spent + 2 * group, steps);
    atomicAdd(job.spent + 2 * group + 1, cells);
  }
#else
  job.spent[2 * group] += steps;
  job.spent[2 * group + 1] += cells;
#endif
}
