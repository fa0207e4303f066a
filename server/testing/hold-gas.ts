import type { TenantCtx } from '@/server/ctx'
import { gasHold, requireHeld } from '@/server/engine/gas-holds'
import { holdJournal } from '@/server/ledger/holds'
import { postJournal } from '@/server/ledger/post-journals'

/** Holds the gas of a row that a suite inserts itself, as acceptance does with its row. Throws payment_required. */
export async function holdGas(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'actor'>,
  gas: { transactionId: string; micros: bigint },
): Promise<void> {
  const hold = gasHold(ctx, gas)
  if (hold) requireHeld(await postJournal(ctx.db, holdJournal(hold)), gas.micros)
}
