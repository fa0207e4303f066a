import type { Currency } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** Money that a provider, or a chain at its depth, says has come for good. */
export type IncomingReceipt = {
  /** The deposit account it came to; null where it names none of ours. */
  account: { id: string } | null
  /** Name of the provider; of a chain `chain`. */
  provider: string
  /** Once per provider: the same one again changes nothing. */
  providerTxnId: string
  currency: Currency
  units: bigint
  /** What the provider kept of it. */
  feeUnits: bigint
  paidAt: Date
}

/**
 * Books what came in, once: it pays for its payment, waits for the rest, goes to the balance of its business, or, where nobody can tell whose
 * it is, to the operator's queue. Opens its own transaction.
 */
export async function receiveMoney(_ctx: WorkerCtx, _receipt: IncomingReceipt): Promise<void> {
  throw new Error('not built yet')
}
