/** The time that the tour waits for anything: a machine may be busy. A missing result is reported with the last one. */
export const PATIENCE_MS = 120_000
export const PATIENCE_SECONDS = PATIENCE_MS / 1_000
