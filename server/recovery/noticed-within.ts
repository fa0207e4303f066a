/**
 * A process that outlives a restore notices it within this time. Until then it watches the chains, and ends what it
 * finds there.
 */
export const NOTICED_WITHIN_MS = 300_000
