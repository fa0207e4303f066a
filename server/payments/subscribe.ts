import { and, eq, gt } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { depositAccounts, payments } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { SubscribeBody } from '@/schemas/payments/contract'
import { MAX_OPEN_PAYMENTS, QUOTE_MS } from '@/schemas/payments/words'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import { type ProjectCtx, workerCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'
import { activateSubscription } from '@/server/subscriptions/activate-subscription'
import { dropPending } from '@/server/subscriptions/drop-pending'
import { lockRunning } from '@/server/subscriptions/lock-running'
import { openSubscription } from '@/server/subscriptions/open-subscription'
import type { Running } from '@/server/subscriptions/running'
import { clientTagsOf } from '@/server/text/tags-of'
import { currentTraceparent } from '@/server/tracing/trace'
import { wake } from '@/server/waking/wake'
import type { AccountOpener } from './accounts/account-opener'
import { type OpenedAccounts, openAccounts } from './accounts/open-accounts'
import { newReference } from './new-reference'
import { findUnderReference } from './quotes/find-under-reference'
import { type PricedRequest, priceRequest } from './quotes/price-request'
import { lockProject } from './settlement/lock-payment'

type Subscribing = { request: SubscribeBody; openers: readonly AccountOpener[] }

export type OpenedPayment = { paymentId: string; openAccounts: () => Promise<OpenedAccounts> }

/** Opens a payment; its accounts are opened after the commit. Null if a free plan began at once. */
export async function subscribe(ctx: ProjectCtx, { request, openers }: Subscribing): Promise<OpenedPayment | null> {
  const { paymentId, messages } = await createPayment(ctx, { request, openers })
  if (messages > 0) ctx.afterCommit(() => wake(webhooksDue, {}))
  if (paymentId === null) return null
  return { paymentId, openAccounts: () => openAccounts(workerCtx(), { paymentId, openers }) }
}

type Payable = Extract<PricedRequest, { kind: 'payable' }>

/**
 * The opened payment. `paymentId` is null if a free plan began at once. `messages`: the number written to the outbox.
 */
type CreatedPayment = { paymentId: string | null; messages: number }

/**
 * Opens a payment at a locked price, with a row for each account. The caller opens the accounts after the commit.
 * Replaces an open quote for the same product: money for the old quote is credited to the balance. Throws
 * providers_unavailable without openers, open_payments_limit, reference_used if the project has used the reference of
 * the request before, and the errors of `priceRequest`.
 */
export async function createPayment(ctx: ProjectCtx, { request, openers }: Subscribing): Promise<CreatedPayment> {
  const { db, businessId, projectId } = ctx
  await lockProject(db, projectId)
  // Under the lock, because a payment and a free plan, which has no payment, may not share a reference.
  if (await findUnderReference(ctx, request)) throw refusal('reference_used', { param: 'clientReference' })
  const seen: { running: Running | null } = { running: null }
  const priced = await priceRequest(ctx, request, async (productId) => {
    seen.running = await lockRunning(db, { businessId, projectId, productId })
    return seen.running
  })
  if (priced.kind === 'free') return beginFree(ctx, { request, priced, running: seen.running })
  if (openers.length === 0) throw refusal('providers_unavailable', { retryAfter: 60 })
  if (priced.plan) await replaceOpen(ctx, priced.plan.productId)
  await requireFewOpen(ctx)
  const paymentId = await insertPayment(ctx, { request, priced, running: seen.running, openers })
  const detail = {
    purpose: request.purpose,
    planId: priced.plan?.id ?? null,
    amountUsd: formatUsd(priced.quote.amountUsdMicros),
  }
  await appendAudit(ctx, { action: 'payment.opened', target: paymentId, detail })
  return { paymentId, messages: 0 }
}

async function beginFree(
  ctx: ProjectCtx,
  {
    request,
    priced,
    running,
  }: { request: SubscribeBody; priced: Extract<PricedRequest, { kind: 'free' }>; running: Running | null },
): Promise<CreatedPayment> {
  const { db, businessId, projectId } = ctx
  const { plan, period } = priced
  if (running?.planId === plan.id) return { paymentId: null, messages: 0 }
  const id = newId()
  const billingCycle = request.purpose === 'SUBSCRIPTION' ? request.billingCycle : 'MONTHLY'
  const opening = { id, businessId, projectId, productId: plan.productId, planId: plan.id, billingCycle, period }
  const about = { paymentRef: '', createdBy: actorName(ctx.actor), ...clientTagsOf(request) }
  await openSubscription(db, { ...opening, ...about })
  const free = { subscriptionId: id, period, priceMinor: 0n, creditMinor: 0n, paymentRef: '', running }
  const messages = await activateSubscription(db, free, ctx.now())
  await appendAudit(ctx, { action: 'subscription.activated', target: id, detail: { planId: plan.id } })
  return { paymentId: null, messages }
}

async function replaceOpen({ db, businessId, projectId }: ProjectCtx, productId: number): Promise<void> {
  const replaced = await db
    .update(payments)
    .set({ isReplaced: true })
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.projectId, projectId),
        eq(payments.productId, productId),
        eq(payments.status, 'PENDING'),
        eq(payments.isReplaced, false),
      ),
    )
    .returning({ subscriptionId: payments.subscriptionId })
  const ids = replaced.map(({ subscriptionId }) => subscriptionId)
  await dropPending(db, { businessId, ids, to: 'CANCELED' })
}

/**
 * Throws open_payments_limit if the project has too many open quotes. The project's lock must be held, so that
 * concurrent calls count each other.
 */
async function requireFewOpen({ db, businessId, projectId, now }: ProjectCtx): Promise<void> {
  const open = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, businessId),
        eq(payments.projectId, projectId),
        eq(payments.status, 'PENDING'),
        eq(payments.isReplaced, false),
        gt(payments.expiryAt, now()),
      ),
    )
    .limit(MAX_OPEN_PAYMENTS)
  if (open.length === MAX_OPEN_PAYMENTS) throw refusal('open_payments_limit')
}

type New = Subscribing & { priced: Payable; running: Running | null }

async function insertPayment(ctx: ProjectCtx, { request, priced, running, openers }: New): Promise<string> {
  const { db, businessId, projectId } = ctx
  const { quote, rate, plan } = priced
  const [id, createdBy, now] = [newId(), actorName(ctx.actor), ctx.now()]
  const expiryAt = new Date(now.getTime() + QUOTE_MS)
  const watchedUntil = ({ watchMs }: AccountOpener) => new Date(expiryAt.getTime() + watchMs)
  const paymentRef = newReference('PAY')
  const tags = clientTagsOf(request)
  const billingCycle = request.purpose === 'SUBSCRIPTION' ? request.billingCycle : null
  const isRenewal = running !== null && quote.change === 'RENEWAL'
  const subscriptionId = plan === null ? null : isRenewal ? running.subscriptionId : newId()
  if (plan && quote.period && subscriptionId && billingCycle && !isRenewal) {
    const opening = { id: subscriptionId, businessId, projectId, productId: plan.productId, planId: plan.id }
    await openSubscription(db, { ...opening, ...tags, billingCycle, period: quote.period, paymentRef, createdBy })
  }
  const accounts = openers.map((opener) => ({
    ...opener.expects({ ...quote, ngnPerUsdE8: rate.ngnPerUsdE8 }),
    id: newId(),
    businessId,
    paymentId: id,
    kind: opener.kind,
    provider: opener.provider,
    reference: newReference('SLP'),
    expiryAt,
    watchUntil: watchedUntil(opener),
    createdAt: now,
    updatedAt: now,
  }))
  await db.insert(payments).values({
    ...{ id, businessId, projectId, purpose: request.purpose, description: request.description, change: quote.change },
    ...{ amountMinor: quote.amountMinor, amountUsdMicros: quote.amountUsdMicros, creditMinor: quote.creditMinor },
    ...{ subscriptionId, planId: plan?.id ?? null, productId: plan?.productId ?? null, billingCycle },
    ...{ rateId: rate.id, ngnPerUsdE8: rate.ngnPerUsdE8, paymentRef, reference: accounts[0]?.reference ?? '' },
    ...{ basisSubscriptionId: plan ? (running?.subscriptionId ?? null) : null },
    ...{ basisVersion: plan ? (running?.version ?? null) : null },
    ...{ periodStart: quote.period?.start ?? null, periodEnd: quote.period?.end ?? null },
    ...{ anchorDay: quote.period?.anchorDay ?? null, expiryAt, createdBy },
    ...{ ...tags, traceContext: currentTraceparent(), createdAt: now, updatedAt: now },
    watchUntil: new Date(Math.max(...accounts.map(({ watchUntil }) => watchUntil.getTime()))),
  })
  await db.insert(depositAccounts).values(accounts)
  return id
}
