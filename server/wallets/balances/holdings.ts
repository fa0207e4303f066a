/**
 * The balances of addresses on a chain at one block: of its coin first, then of each known token, null if a token's
 * contract did not answer.
 */
export type Holdings = { blockNumber: bigint; ofAddress: ReadonlyMap<string, readonly (bigint | null)[]> }
