/** So long the tour waits for anything: a machine may have much else to do, and what will never come is told with what was seen instead. */
export const PATIENCE_MS = 120_000
export const PATIENCE_SECONDS = PATIENCE_MS / 1_000
