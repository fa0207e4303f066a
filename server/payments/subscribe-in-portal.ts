import type { SubscribeBody } from '@/schemas/payments/contract'
import { type ProjectCtx, workerCtx } from '@/server/ctx'
import { listOpeners } from './accounts/list-openers'
import { type OpenedPayment, subscribe } from './subscribe'

/** Runs its work once, even if the mutation is repeated. */
type InTransaction = <T>(work: (ctx: ProjectCtx) => Promise<T>) => Promise<T>

/**
 * Opens a payment with accounts of every kind for the payment page; null if a free plan began at once. A repeated
 * mutation returns the first payment and opens nothing. Called outside a transaction, because it calls providers.
 */
export async function subscribeInPortal(
  { inTransaction }: { inTransaction: InTransaction },
  request: SubscribeBody,
): Promise<{ paymentId: string | null }> {
  const openers = await listOpeners(workerCtx(), undefined)
  const done: { opened: OpenedPayment | null } = { opened: null }
  const answer = await inTransaction(async (ctx) => {
    done.opened = await subscribe(ctx, { request, openers })
    return { paymentId: done.opened?.paymentId ?? null }
  })
  await done.opened?.openAccounts()
  return answer
}
