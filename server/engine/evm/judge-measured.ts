import { isRefusedTransfer } from '@/server/chains/evm/erc20'
import type { Measured } from '@/server/chains/evm/measure-transfers'
import { TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'

/** Tokens that count in shares round a transfer down by a unit or two. */
const ROUNDED_UNITS = 2n
const ROUNDED_SHARE = 1_000_000n

/**
 * Why a token transfer that does not revert is refused all the same, or null: the recipient has to get what is sent.
 * Pure.
 */
export function judgeMeasured({ receivedUnits, returned }: Measured, amountUnits: bigint): string | null {
  if (isRefusedTransfer(returned)) return TOKEN_REFUSED
  const keptUnits = amountUnits - receivedUnits
  if (keptUnits <= 0n || (keptUnits <= ROUNDED_UNITS && keptUnits * ROUNDED_SHARE <= amountUnits)) return null
  return receivedUnits === 0n ? TOKEN_MOVED_NOTHING : TOKEN_TAKES_FEE
}
