import { webhooksWoken } from '@/inngest/events'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import type { AccountOpener } from './accounts/account-opener'
import type { DepositAccountView } from './accounts/contract'
import { openAccounts } from './accounts/open-accounts'
import type { SubscribeBody } from './contract'
import { createPayment } from './quotes/create-payment'

type Subscribing = { wish: SubscribeBody; openers: readonly AccountOpener[] }

/** Opens a payment; what it returns opens its accounts, once that is committed. Null where a free plan began at once. */
export async function subscribe(
  ctx: TenantCtx & { projectId: string },
  { wish, openers }: Subscribing,
): Promise<(() => Promise<DepositAccountView[]>) | null> {
  const { paymentId, messages } = await createPayment(ctx, { wish, openers })
  if (messages > 0) ctx.afterCommit(() => wake(webhooksWoken, {}))
  return paymentId === null ? null : () => openAccounts(workerCtx(), { paymentId, openers })
}
