/** Where it is not covered nothing changed, and so much could have been held or reserved for it. */
export type Raised = { isCovered: true } | { isCovered: false; availableMicros: bigint }
