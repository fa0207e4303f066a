import { actorName } from '@/server/actor-name'
import type { TenantCtx } from '@/server/ctx'
import { hold } from '@/server/ledger/hold'
import { insufficientGas } from '@/server/ledger/insufficient-gas'

/**
 * Reserves the worst-case gas of a transaction that is about to be accepted, in its own database transaction. The caller inserts the row
 * with the same `fee_hold_micros`; from then on `raiseGas` and `settleGas` keep the row's fee columns.
 * Locks the business's balance until commit. Throws payment_required with what is needed and available, having changed nothing, when the balance is short.
 */
export async function holdGas(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'actor'>,
  { transactionId, micros }: { transactionId: string; micros: bigint },
): Promise<void> {
  if (micros < 0n) throw new Error('a hold cannot be negative')
  if (micros === 0n) return
  const held = await hold(ctx.db, {
    businessId: ctx.businessId,
    reference: { type: 'transaction', id: transactionId },
    currency: 'USD',
    units: micros,
    reason: 'Worst-case gas',
    createdBy: actorName(ctx.actor),
  })
  if (!held.isCovered) {
    throw insufficientGas('balance_insufficient', { neededMicros: micros, availableMicros: held.availableUnits })
  }
}
