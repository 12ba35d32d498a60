// What a launch is given: steps in waves, samples, and where everything lies.
#pragma once
#include "eval.h"

// Leaves that are filled in from the sample, as kinds of Vals.
enum Given { GIVEN_S = 100, GIVEN_I, GIVEN_C };
#define APPLY_OP 0xffff
#define MISCOUNTED_OP 0xfffe // more or fewer arguments than the primitive takes
#define NO_RESULT FULL

// What a step hangs on: nothing that samples give, the demonstrations alone, or the sample. It is
// computed once, once a task, or once a sample.
enum Scope { ONCE, BY_TASK, BY_SAMPLE };

// An argument is a leaf, by number, or the first of a step's values, with the step's scope.
#define LEAF_BIT 0x80000000u
#define SCOPE_SHIFT 29
#define PLACE_MASK 0x1fffffffu

// Outcomes: what came out in the lowest four bits, whether it equals the wanted grid in the next,
// a hash above; of what is unfit, the reason and the primitive.
enum Outcome { NOT_RUN, IS_GRID, NO_GRID, IS_FAIL, IS_UNFIT };
#define MATCHES 16u
#define OUTCOME_BITS 5
#define GRID_HEAD 4 // words before the planes of a grid that came out

// A step whose values other steps need.
#define NEEDED (1u << 26)

// A call: on every sample of its group, or less often, see Scope.
struct Step {
  u32 head;    // op | arity << 16 | scope << 24 | NEEDED | halves << 28, see grain_of
  u32 group;
  u32 args[5]; // the first again in places that are left over
  u32 result;  // or NO_RESULT
  u32 out;     // where its values begin
  u32 depth;   // read on the host alone
  u32 unused[2];
};
// Steps that hang on earlier waves alone. The steps of a wave are sorted by what they do, and cut
// into items: a step on some of its samples.
struct Wave {
  u32 first, steps; // steps
  u32 items;
  u32 grain;        // samples of an item, at most; see grain_of
};
// Candidates on samples.
struct Group {
  u32 first_sample, samples, tasks;
  u32 lists; // where in `lists`: the task of each sample; a sample of each task; samples of a task
  u32 most_steps, most_cells; // limits of a node
  u32 unused[2];
  u64 first_outcome; // result r on sample s is at first_outcome + r * samples + s
};
struct Job {
  const Step *steps;
  const u32 *first_items; // of each step, within its wave
  const Wave *waves;
  const u32 *leaves;  // Vals; samples and values follow
  const u32 *samples; // four Vals each: S, I, C, and the wanted grid or DEAD
  const u32 *lists;
  const Group *groups;
  u64 *outcomes;
  u32 *values;   // Vals of all steps
  u32 *arena;    // rows and elements: those of inputs, SCRATCH words of each warp, then pages
  u32 *pages;    // of each warp: where its page is used up to, and where that ends
  u32 *page;     // pages that are taken
  u32 *next;     // the next item of each wave
  u64 *spent;    // steps and cells of each group, at least what the CPU would count
  u64 *keys;     // hashes of the grids that came out: an open table
  u32 *grids;    // the grids: hash (two words), h | w << 8, nothing, then four words a row
  u32 *used;     // words of `grids` that are taken
  u64 *clocks;   // time and calls by primitive, or nothing
  u32 scratch, page_words, pages_count; // words before the first page, of a page; pages
  u32 table_mask, grids_size;
  u32 test; // whether values that are no grids are hashed, too
  u32 waves_count;
  u32 first_scratch; // words of inputs in the arena
  u32 leaves_count, samples_count;
};

// Counts what a step took. Each warp tells of the samples that it ran the step on.
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
