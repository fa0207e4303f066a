import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { depositAccounts, paymentReceipts, payments, webhookMessages } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { ApiError } from '@/server/errors'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import type { FiatOpener } from '@/server/payments/accounts/account-opener'
import {
  createPayer,
  createPlanAt,
  type Payer,
  pay,
  subscriptionsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { runRenewals } from '@/server/payments/renewals/run-renewals'
import { closePayments } from '@/server/payments/settlement/close-payments'
import { createPayment } from '@/server/payments/subscribe'
import { isRecovering } from '@/server/recovery/is-recovering'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout } from '@/server/testing/proof'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { cancelSubscription } from './cancel-subscription'
import { HISTORIES, type Step, steps } from './restored-steps.test-data'
import { RUNNING_STATES } from './transitions'

const START = new Date('2027-01-15T10:00:00Z')
/** What a month of each plan costs: 20 and 40 dollars. */
const PRICES = [3_100_000n, 6_200_000n]
const KOBO_A_DOLLAR = 155_000n
const MICROS = 1_000_000n
const MAX_QUOTES = 6

const database = openDatabase()
const restores = openRestores(database)
beforeAll(createPlatform)

/** A bank that opens accounts later. */
const opener: FiatOpener = {
  ...{ kind: 'FIAT', provider: 'sandbox', watchMs: 7 * MS_PER_DAY },
  expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
  open: () => Promise.resolve({}),
}

/** A quote as its customer keeps it: the account to pay to, and how much. */
type Quote = { paymentId: string; plan: number; accountId: string; units: bigint; expiryAt: Date; isPaid: boolean }
type Received = { accountId: string; txn: string; units: bigint; paidAt: Date }
type World = {
  payer: Payer
  plans: number[]
  now: Date
  quotes: Quote[]
  received: Received[]
  /** The subscriptions that their owner cancelled. */
  cancelled: Set<string>
  /** What the business was notified of, by `webhook-id`: the kind and its subject. */
  notified: Map<string, string>
}

async function newWorld(): Promise<World> {
  await restores.begin()
  const payer = await createPayer()
  const plans: number[] = []
  for (const priceMinor of PRICES) plans.push(await createPlanAt({ priceMinor }))
  await addEndpoint(payer, 'http://127.0.0.1:9/', { events: ['subscription.*', 'payment.*'] })
  return { payer, plans, now: START, quotes: [], received: [], cancelled: new Set(), notified: new Map() }
}

const as = <T>({ payer, now }: World, work: (ctx: Parameters<typeof createPayment>[0]) => Promise<T>) =>
  inTenant(payer, (ctx) => work({ ...ctx, projectId: payer.projectId, now: () => now }))

/** Null if it is refused, such as a downgrade whose credit covers the price. */
const orRefused = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return null
  })

async function ask(world: World, plan: number): Promise<void> {
  if (world.quotes.length === MAX_QUOTES) return
  const planId = world.plans[plan] ?? 0
  const request = { purpose: 'SUBSCRIPTION', planId, billingCycle: 'MONTHLY', description: '' } as const
  const opened = await orRefused(as(world, (ctx) => createPayment(ctx, { request, openers: [opener] })))
  if (!opened?.paymentId) return
  const { paymentId } = opened
  const ofPayment = eq(depositAccounts.paymentId, paymentId)
  const [account] = await workerCtx().db.select().from(depositAccounts).where(ofPayment)
  if (!account) throw new Error('no account')
  const { id: accountId, expectedUnits: units, expiryAt } = account
  world.quotes.push({ paymentId, plan, accountId, units, expiryAt, isPaid: false })
}

/** A customer pays a quote that is still valid, whether the platform knows it or not. */
async function payQuote(world: World, n: number): Promise<void> {
  const open = world.quotes.filter(({ isPaid, expiryAt }) => !isPaid && expiryAt > world.now)
  const found = open[n % Math.max(open.length, 1)]
  if (!found) return
  found.isPaid = true
  const { accountId, units } = found
  world.received.push({ accountId, units, txn: newId(), paidAt: world.now })
  await poll(world)
}

/** The bank is asked for all that it received. */
async function poll({ received, now }: World): Promise<void> {
  for (const money of received) await pay({ ...money, now })
}

async function running({ payer }: World) {
  const states: readonly string[] = RUNNING_STATES
  return (await subscriptionsOf(payer)).filter(({ status }) => states.includes(status))
}

async function cancel(world: World): Promise<void> {
  for (const { id } of await running(world)) {
    await as(world, (ctx) => cancelSubscription(ctx, id))
    world.cancelled.add(id)
  }
}

async function passDays(world: World, days: number): Promise<void> {
  for (let left = days; left > 0; left -= 10) {
    world.now = new Date(world.now.getTime() + Math.min(left, 10) * MS_PER_DAY)
    await Promise.all([runRenewals(workerAt(world.now)), runRenewals(workerAt(world.now))])
    await closePayments(workerAt(world.now))
  }
}

/** What its owner cancelled stays so. */
async function restore(world: World): Promise<void> {
  await restores.restore()
  for (const { id, autoRenew } of await running(world)) if (world.cancelled.has(id)) expect(autoRenew).toBe(false)
}

async function end(world: World): Promise<void> {
  await poll(world)
  await restores.end()
}

async function play(world: World, one: Step): Promise<void> {
  const isRefused = await isRecovering()
  switch (one.do) {
    case 'pay':
      await payQuote(world, one.nth)
      break
    case 'backup':
      await restores.backup()
      break
    case 'restore':
      await restore(world)
      break
    case 'end':
      await end(world)
      break
    case 'quote':
      if (!isRefused) await ask(world, one.plan)
      break
    case 'cancel':
      if (!isRefused) await cancel(world)
      break
    case 'pass':
      if (!isRefused) await passDays(world, one.days)
      break
    default:
      return one satisfies never
  }
  expect((await running(world)).length).toBeLessThanOrEqual(1)
  await deliver(world)
}

const event = z.object({ data: z.object({ id: z.string(), endDate: z.string().optional() }) })

/** A webhook that is sent again under its former id says the same. */
async function deliver({ payer, notified }: World): Promise<void> {
  const ofPayer = eq(webhookMessages.businessId, payer.businessId)
  for (const { id, reportedAs, kind, body } of await workerCtx().db.select().from(webhookMessages).where(ofPayer)) {
    const { data } = event.parse(JSON.parse(body))
    const said = `${kind} ${data.id} ${kind === 'subscription.renewed' ? data.endDate : ''}`
    const known = notified.get(reportedAs ?? id)
    if (known) expect(said).toBe(known)
    notified.set(reportedAs ?? id, said)
  }
}

const ONCE = /^(payment\.settled|subscription\.(activated|canceled|renewed)) /

/** All money is in a period, in the balance, or shown to an operator; each period was paid once and reported once. */
async function judge(world: World): Promise<void> {
  await end(world)
  await deliver(world)
  const { payer, received, notified } = world
  const paid = await workerCtx()
    .db.select()
    .from(payments)
    .where(and(eq(payments.businessId, payer.businessId), eq(payments.status, 'SUCCESS')))
  const periods = paid.map(({ subscriptionId, periodStart }) => `${subscriptionId} ${periodStart?.toISOString()}`)
  expect(new Set(periods).size).toBe(periods.length)

  const once = [...notified.values()].filter((said) => ONCE.test(said))
  expect(new Set(once).size, once.sort().join('\n')).toBe(once.length)

  const txns = received.map(({ txn }) => txn)
  const receipts =
    txns.length === 0
      ? []
      : await workerCtx().db.select().from(paymentReceipts).where(inArray(paymentReceipts.providerTxnId, txns))
  expect(receipts).toHaveLength(received.length)
  const shown = receipts.filter(({ outcome }) => outcome === 'SUSPENSE')
  const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n)
  const left =
    sum(received.map(({ units }) => units)) -
    sum(shown.map(({ units }) => units)) -
    sum(paid.map(({ amountMinor }) => amountMinor))
  // Each change between naira and dollars rounds by less than a millionth of a dollar, in favour of the platform.
  const micros = (left * MICROS) / KOBO_A_DOLLAR
  const lost = micros - (await unitsOf(payer, 'USD', 'available'))
  expect([lost >= -BigInt(paid.length), lost <= BigInt(received.length + paid.length)], `${lost} are lost`).toEqual([
    true,
    true,
  ])
  expect(await driftOf(payer)).toEqual([])
}

test('after restores at any point the money of each plan change is in a period, the balance or a list, once', {
  timeout: proofTimeout(300_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, long: 200 }, async (played) => {
    const world = await newWorld()
    for (const one of played) await play(world, one)
    await judge(world)
  })
})
