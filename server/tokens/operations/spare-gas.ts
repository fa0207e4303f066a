import type { OperationKind } from '../words'

/**
 * A checkpoint of a balance or the supply, or a lot, that is new takes so much more than one that its second has already. A node tries a call in the
 * second of its newest block, and the call is mined in a later one.
 */
const NEW_ENTRY_GAS = 22_200n
const ENTRIES_PER_LINE = 2n

const MOVING: ReadonlySet<OperationKind> = new Set(['MINT', 'BURN', 'TRANSFER', 'CALL'])

/** Gas that an operation's call may take beyond what a node found: for the supply, and for each line's balances and lots. */
export function spareGasOf(kind: OperationKind, lines = 1): bigint {
  return MOVING.has(kind) ? NEW_ENTRY_GAS * (1n + ENTRIES_PER_LINE * BigInt(lines)) : 0n
}
