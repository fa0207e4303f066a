/** Where it is not covered nothing changed, and `availableMicros` could have been held or reserved for it. */
export type RaiseResult = { isCovered: true } | { isCovered: false; availableMicros: bigint }
