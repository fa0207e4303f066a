/** The time that the tour waits for anything: a machine may be busy. A missing result is reported with the last one. */
export const MAX_WAIT_MS = 120_000
export const MAX_WAIT_SECONDS = MAX_WAIT_MS / 1_000
