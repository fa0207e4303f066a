import { isRefusedTransfer } from '@/server/chains/evm/erc20'
import type { Measured } from '@/server/chains/evm/measure-transfers'
import { TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'

/** Rebasing tokens may round a transfer down by a unit or two. */
const ROUNDED_UNITS = 2n
const ROUNDED_SHARE = 1_000_000n

/**
 * Why a simulated token transfer that does not revert is still refused: the recipient must receive the full amount.
 * Null if it is accepted. Pure.
 */
export function judgeMeasured({ receivedUnits, returned }: Measured, amountUnits: bigint): string | null {
  if (isRefusedTransfer(returned)) return TOKEN_REFUSED
  const keptUnits = amountUnits - receivedUnits
  if (keptUnits <= 0n || (keptUnits <= ROUNDED_UNITS && keptUnits * ROUNDED_SHARE <= amountUnits)) return null
  return receivedUnits === 0n ? TOKEN_MOVED_NOTHING : TOKEN_TAKES_FEE
}
