import { actorName } from '@/server/actor-name'
import type { TenantCtx } from '@/server/ctx'
import { type Hold, hold } from '@/server/ledger/hold'
import { insufficientGas } from '@/server/ledger/insufficient-gas'
import type { Posted } from '@/server/ledger/post-journal'

type Gas = { transactionId: string; micros: bigint }

/**
 * Reserves the worst-case gas of a transaction that is about to be accepted, in its own database transaction. The
 * caller inserts the row with the same `fee_hold_micros`; afterwards `raiseGas` and `settleGas` keep the row's fee
 * columns. Locks the business's balance until commit. If the balance is short, it changes nothing and throws
 * payment_required with the needed and the available amount.
 */
export async function holdGas(ctx: Pick<TenantCtx, 'db' | 'businessId' | 'actor'>, gas: Gas): Promise<void> {
  const wanted = gasHold(ctx, gas)
  if (wanted) requireHeld(await hold(ctx.db, wanted), gas)
}

/** The hold of `holdGas`, for the statement that also inserts the row; null if there is nothing to hold. */
export function gasHold(
  { businessId, actor }: Pick<TenantCtx, 'businessId' | 'actor'>,
  { transactionId, micros }: Gas,
): Hold | null {
  if (micros < 0n) throw new Error('a hold cannot be negative')
  if (micros === 0n) return null
  return {
    businessId,
    reference: { type: 'transaction', id: transactionId },
    currency: 'USD',
    units: micros,
    reason: 'Worst-case gas',
    createdBy: actorName(actor),
  }
}

/** Throws payment_required where the balance was short. */
export function requireHeld(held: Posted, { micros }: Pick<Gas, 'micros'>): void {
  if (held.isCovered) return
  throw insufficientGas('balance_insufficient', { neededMicros: micros, availableMicros: held.availableUnits })
}
