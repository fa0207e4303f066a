import { oncePerProcess } from '@/db/once-per-process'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { exactAmount } from '@/server/money/display-amount'

/** The last finding of this process by chain, so that a sufficient fee payer needs no statement per turn. */
const lastLow = oncePerProcess('solana-fee-payer-low', () => new Map<number, boolean>())

/** Opens the alarm if the fee payer's balance is too low, and closes it once it is filled. */
export async function watchFeePayer(
  { db }: WorkerCtx,
  chain: Chain,
  state: { address: string; lamports: bigint; isShort: boolean },
): Promise<void> {
  const isLow = state.isShort || state.lamports < chain.gasLowUnits
  if (lastLow.get(chain.chainId) === isLow) return
  const cause = { kind: 'gas_wallet_low', chainId: chain.chainId, subject: state.address } as const
  const held = `${exactAmount(formatAmount(state.lamports, chain.nativeDecimals))} ${chain.nativeSymbol}`
  if (isLow) {
    const effect = state.isShort ? 'transfers wait for it' : 'it should be refilled'
    await raiseAlarm(db, { ...cause, message: `The fee payer of ${chain.name} holds ${held}: ${effect}` })
  } else await closeAlarm(db, cause)
  lastLow.set(chain.chainId, isLow)
}
