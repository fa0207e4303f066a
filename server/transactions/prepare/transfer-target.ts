import type { Asset } from './resolve-asset'

/** Where a transfer goes and what it moves, on whichever kind of chain. */
export type TransferTarget = { toAddress: string; asset: Asset; amountUnits: bigint }
