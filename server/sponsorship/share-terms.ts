/** A process uses a share for so long. */
export const SHARE_USED_MS = 60_000
/** What of it no row names goes back after so many minutes; any transaction that took from it has committed by then, or never will. */
export const SHARE_KEPT_MINUTES = 5
