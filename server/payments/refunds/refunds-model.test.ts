import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { paymentReceipts, paymentRefunds, payments } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { createPayer, createPlanAt, subscriptionsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { paidPeriods } from '@/server/subscriptions/remove-period'
import { toRunning } from '@/server/subscriptions/to-running'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { advanceRefunds } from './advance-refunds'
import { approveRefund, dropRefund, retryRefund } from './decide-refund'
import { askBack, asOperator, buy, readReceipt, spend } from './refund-world.test-data'
import { type Mood, ScriptedProvider } from './scripted-provider.test-data'

openDatabase()
let planId: number
beforeAll(async () => {
  await createPlatform()
  planId = await createPlanAt({ priceMinor: 120_000_000n })
})

const nth = fc.nat(5)
const mood = fc.constantFrom<Mood>('pays', 'begins', 'asks', 'refuses', 'down', 'lost')
const move = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      nth,
      percent: fc.constantFrom(100n, 100n, 50n, 33n, 1n, 130n),
      to: fc.constantFrom('PROVIDER' as const, 'PROVIDER' as const, 'BALANCE' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('approve'), nth, times: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop'), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry'), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spend'), micros: fc.bigInt({ min: 1n, max: 30_000_000n }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('doubt'), nth, mood }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('carry'),
      mood,
      times: fc.integer({ min: 1, max: 3 }),
      drops: fc.boolean(),
    }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never
const pause = fc.constantFrom(0, 6_000, 60_000, 31 * 60_000, 2 * 3_600_000)
const script = fc.array(fc.record({ moves: fc.array(move, { minLength: 1, maxLength: 3 }), pause }), { maxLength: 14 })

/** Receipts of every kind, a scripted provider, and two operators. */
async function newWorld(keepsRefundReference: boolean) {
  const payer = await createPayer()
  const topUp = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
  const plan = { purpose: 'SUBSCRIPTION', billingCycle: 'MONTHLY', planId, description: '' } as const
  const receiptIds = [
    (await buy(payer, topUp)).receiptId,
    (await buy(payer, { ...topUp, amountUsd: 3_333_333n }, { overMinor: 12_345n })).receiptId,
    (await buy(payer, plan, { overMinor: 77_777n })).receiptId,
    await lostReceipt(120_000_001n),
  ]
  const receipts = () => workerCtx().db.select().from(paymentReceipts).where(inArray(paymentReceipts.id, receiptIds))
  const received = new Map((await receipts()).map(({ providerTxnId, units }) => [providerTxnId, units]))
  const bank = new ScriptedProvider(keepsRefundReference, (txn) => received.get(txn))
  const refunds = () =>
    workerCtx().db.select().from(paymentRefunds).where(inArray(paymentRefunds.receiptId, receiptIds))
  return { payer, plan, receiptIds, receipts, refunds, bank, now: Date.now() + 60_000, received, renewedMinor: 0n }
}
type World = Awaited<ReturnType<typeof newWorld>>

async function start(world: World, one: Move): Promise<void> {
  const { bank, receiptIds } = world
  switch (one.kind) {
    case 'ask': {
      const receiptId = receiptIds[one.nth % receiptIds.length] ?? ''
      const [receipt] = (await world.receipts()).filter(({ id }) => id === receiptId)
      const kobo = ((receipt?.units ?? 1n) * one.percent) / 100n
      return together(one.times, () => askBack({ receiptId, kobo, to: one.to }))
    }
    case 'approve': {
      const [refund] = (await world.refunds()).filter(({ state }) => state === 'REQUESTED')
      if (!refund) return
      return together(one.times, () => asOperator((ctx) => approveRefund(ctx, { refundId: refund.id })))
    }
    case 'drop':
      return drop(world, (unmade) => unmade.at(one.nth))
    case 'retry': {
      const refund = (await world.refunds()).at(one.nth)
      if (!refund) return
      return together(1, () => inOperator(anyOperator(), (ctx) => retryRefund(ctx, { refundId: refund.id })))
    }
    case 'renew': {
      const { units, receiptId } = await buy(world.payer, world.plan)
      const txn = (await readReceipt(receiptId)).providerTxnId
      world.received.set(txn, units)
      world.receiptIds.push(receiptId)
      world.renewedMinor += units
      return
    }
    case 'doubt':
      return doubt(world, one)
    case 'spend':
      return together(1, () => spend(world.payer, one.micros))
    case 'carry':
      bank.mood = one.mood
      bank.meanwhile = one.drops
        ? (reference) => drop(world, (unmade) => unmade.find((refund) => refund.reference === reference))
        : null
      return together(one.times, () => advanceRefunds(workerAt(new Date(world.now)), bank.provider))
    default:
      return one satisfies never
  }
}

/** A provider refuses a refund after an unanswered request. It is requested once more while an operator drops it. */
async function doubt(world: World, { nth, mood }: { nth: number; mood: Mood }): Promise<void> {
  await start(world, { kind: 'ask', nth, percent: 100n, to: 'PROVIDER', times: 1 })
  for (const [next, drops] of [
    ['down', false],
    ['refuses', false],
    [mood, true],
  ] as const) {
    await start(world, { kind: 'carry', mood: next, times: 1, drops })
    world.now += 2 * 3_600_000
  }
}

type Refunds = Awaited<ReturnType<World['refunds']>>

/** An operator drops only a refund that the provider has not made, because the runbook says to check there first. */
async function drop(world: World, choose: (unmade: Refunds) => Refunds[number] | undefined): Promise<void> {
  const made = new Set(world.bank.made.map(({ request }) => request.reference))
  const refund = choose((await world.refunds()).filter(({ reference }) => !made.has(reference)))
  if (!refund) return
  await together(1, () => asOperator((ctx) => dropRefund(ctx, { refundId: refund.id, reason: 'not any more' })))
}

/** Runs the same work several times at once; a refusal is a valid answer. */
async function together(times: number, work: () => Promise<unknown>): Promise<void> {
  const done = await Promise.allSettled(Array.from({ length: times }, work))
  for (const one of done) if (one.status === 'rejected' && !(one.reason instanceof ApiError)) throw one.reason
}

async function expectEveryKoboFound(world: World, before: bigint): Promise<void> {
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
  const { bank, received } = world
  for (const [txn, units] of received) {
    const given = bank.made
      .filter(({ request, state }) => request.providerTxnId === txn && state === 'DONE')
      .reduce((sum, { request }) => sum + request.amountMinor, 0n)
    expect(given).toBeLessThanOrEqual(units)
  }
  const refunds = await world.refunds()
  const references = bank.made.map(({ request }) => request.reference)
  expect(new Set(references).size).toBe(references.length)
  const booked = refunds.filter(({ state, to }) => state === 'DONE' && to === 'PROVIDER')
  const bookedMinor = booked.reduce((sum, { units }) => sum + units, 0n)
  // The provider owes the received money less its paid refunds, and the books balance.
  expect(await unitsOf(null, 'NGN', 'psp.sandbox')).toBe(before + bookedMinor - world.renewedMinor)
  expect(bookedMinor).toBeLessThanOrEqual(bank.paidMinor)
  expect(refunds.filter(({ state, reference }) => state === 'FAILED' && references.includes(reference))).toEqual([])
  await expectPaidPeriodsOnly(world, refunds)
}

/** Each remaining period was paid, and is worth at most the part of its price that was not refunded. */
async function expectPaidPeriodsOnly({ payer }: World, refunds: readonly (typeof paymentRefunds.$inferSelect)[]) {
  const taken = new Map<string | null, bigint>()
  for (const { state, paymentId, revenueMinor } of refunds) {
    if (state !== 'PROCESSING' && state !== 'NEEDS_DETAILS' && state !== 'DONE') continue
    taken.set(paymentId, (taken.get(paymentId) ?? 0n) + revenueMinor)
  }
  const bought = await workerCtx()
    .db.select({ id: payments.id, amountMinor: payments.amountMinor, subscriptionId: payments.subscriptionId })
    .from(payments)
    .where(
      and(
        eq(payments.businessId, payer.businessId),
        eq(payments.purpose, 'SUBSCRIPTION'),
        eq(payments.status, 'SUCCESS'),
      ),
    )
  for (const row of await subscriptionsOf(payer)) {
    const running = toRunning(row)
    if (!running) continue
    const kept = bought
      .filter(({ subscriptionId }) => subscriptionId === row.id)
      .map(({ id, amountMinor }) => amountMinor - (taken.get(id) ?? 0n))
    const worth = paidPeriods(running).map(({ priceMinor }) => priceMinor)
    expect(worth.toSorted(byValue)).toEqual(kept.toSorted(byValue))
  }
}

const byValue = (a: bigint, b: bigint) => Number(a - b)

test.each([[true], [false]])(
  'after any requests, approvals, answers and losses the refunded and the kept money add up to the received money (references known: %s)',
  async (keeps) => {
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const world = await newWorld(keeps)
        const before = await unitsOf(null, 'NGN', 'psp.sandbox')
        for (const { moves, pause } of steps) {
          for (const one of moves) if (one.kind === 'carry') world.bank.mood = one.mood
          await Promise.all(moves.map((one) => start(world, one)))
          world.now += pause
          await expectEveryKoboFound(world, before)
        }
        world.bank.mood = 'pays'
        world.bank.payAll()
        for (let hour = 0; hour < 3; hour++) {
          world.now += 2 * 3_600_000
          await advanceRefunds(workerAt(new Date(world.now)), world.bank.provider)
        }
        await expectEveryKoboFound(world, before)
        const open = and(
          inArray(paymentRefunds.state, ['PROCESSING', 'NEEDS_DETAILS']),
          eq(paymentRefunds.provider, 'sandbox'),
        )
        expect(await workerCtx().db.select().from(paymentRefunds).where(open)).toEqual([])
        const paid = (await world.refunds()).filter(({ state, to }) => state === 'DONE' && to === 'PROVIDER')
        expect(paid.reduce((sum, { units }) => sum + units, 0n)).toBe(world.bank.paidMinor)
      }),
      propertyRuns(10, 60),
    )
  },
  3_600_000,
)
