import { inTenant, type Tenant } from '@/server/ctx'
import { outcomeOrTimeout } from '@/server/engine/outcome-signal'
import { isStopping } from '@/server/waking/stopping'
import type { TransactionView } from './contract'
import { getTransaction } from './get-transaction'

/** decisions.md: past this the answer is 202 with the pending record. */
const WAIT_MS = 60_000
/** Another process may settle the transaction; then only the row tells. */
const LOOK_EVERY_MS = 1_000

/** Waits until a transaction is COMPLETED or FAILED, at most a minute and until the process ends; returns it as it then is. */
export async function waitForOutcome(tenant: Tenant, transactionId: string): Promise<TransactionView> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const heard = outcomeOrTimeout(transactionId, Math.min(LOOK_EVERY_MS, Math.max(0, deadline - Date.now())))
    const view = await inTenant(tenant, (ctx) => getTransaction(ctx, transactionId))
    if (view.status !== 'PENDING' || Date.now() >= deadline || isStopping()) return view
    await heard
  }
}
