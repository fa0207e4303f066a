import { webhooksDue } from '@/inngest/events'
import type { SubscribeBody } from '@/schemas/payments/contract'
import { type ProjectCtx, workerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import type { AccountOpener } from './accounts/account-opener'
import { type OpenedAccounts, openAccounts } from './accounts/open-accounts'
import { createPayment } from './quotes/create-payment'

type Subscribing = { request: SubscribeBody; openers: readonly AccountOpener[] }

export type OpenedPayment = { paymentId: string; openAccounts: () => Promise<OpenedAccounts> }

/** Opens a payment; its accounts are opened after the commit. Null if a free plan began at once. */
export async function subscribe(ctx: ProjectCtx, { request, openers }: Subscribing): Promise<OpenedPayment | null> {
  const { paymentId, messages } = await createPayment(ctx, { request, openers })
  if (messages > 0) ctx.afterCommit(() => wake(webhooksDue, {}))
  if (paymentId === null) return null
  return { paymentId, openAccounts: () => openAccounts(workerCtx(), { paymentId, openers }) }
}
