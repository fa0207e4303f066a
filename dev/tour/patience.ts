/**
 * How long the tour waits for anything: a machine may be busy, and what never comes is reported with what was seen
 * instead.
 */
export const PATIENCE_MS = 120_000
export const PATIENCE_SECONDS = PATIENCE_MS / 1_000
