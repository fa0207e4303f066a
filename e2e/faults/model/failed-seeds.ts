/** Runs of the model that once broke an invariant, with what was wrong; the test plays each of them again. */
export const FAILED_SEEDS: readonly { seed: number; path: string; commands: number; was: string }[] = []
