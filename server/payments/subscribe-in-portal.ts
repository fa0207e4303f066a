import type { SubscribeBody } from '@/schemas/payments/contract'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { listOpeners } from './accounts/list-openers'
import { type OpenedPayment, subscribe } from './subscribe'

type ProjectCtx = TenantCtx & { projectId: string }
/** Runs its work once, however often the act is repeated. */
type InTransaction = <T>(work: (ctx: ProjectCtx) => Promise<T>) => Promise<T>

/**
 * Opens a payment with accounts of every kind, for the page that shows it; null where a free plan began at once. A
 * repetition finds the payment of the first and opens nothing. Called outside a transaction: providers are asked.
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
