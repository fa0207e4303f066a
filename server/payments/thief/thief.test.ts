import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { addFractions } from '@/server/money/fraction'
import { koboOfUsdDown } from '@/server/money/fx'
import { createPayer, createPlanAt, HOUR_MS, RATE_E8 } from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { unitsUp } from '@/server/testing/units-up'
import { ThiefWorld } from './thief-world.test-data'

openDatabase()
const DEAREST = 9_000_000n
const planIds: number[] = []

beforeAll(async () => {
  await createPlatform()
  for (const priceMinor of [0n, 3_000_000n, DEAREST]) planIds.push(await createPlanAt({ priceMinor }))
})

const who = fc.integer({ min: 0, max: 1 })
const nth = fc.nat(3)
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('plan'), who, plan: fc.nat(2), isYear: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('top-up'), who, dollars: fc.bigInt({ min: 1n, max: 900n }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('send'),
      nth,
      percent: fc.constantFrom(100n, 100n, 100n, 50n, 1n, 99n, 101n, 300n),
      agoMs: fc.constantFrom(0, 0, HOUR_MS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('repeat'), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose'), units: fc.bigInt({ min: 1n, max: 200_000_000n }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('renewal'), who, isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give'), who, plan: fc.option(fc.nat(2)) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      who,
      as: fc.constantFrom('credit' as const, 'apply' as const, 'ignore' as const),
    }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never
const pause = fc.constantFrom(0, 0, 1, 29 * 60_000, 41 * 60_000, 15 * MS_PER_DAY, 31 * MS_PER_DAY, 40 * MS_PER_DAY)
/** Up to three moves at once, then some time passes. */
const steps = fc.array(fc.record({ moves: fc.array(move, { minLength: 1, maxLength: 3 }), pause }), { maxLength: 14 })
/**
 * Pays a plan, quotes another, and changes the running plan before the second is paid; random moves alone would rarely
 * do this.
 */
const changed = fc.record({ plan: fc.option(fc.nat(2)), isYear: fc.boolean() }).map(({ plan, isYear }) => {
  const pay = { kind: 'send', nth: 0, percent: 100n, agoMs: 0 } as const
  const quote = (which: number): Move => ({ kind: 'plan', who: 0, plan: which, isYear })
  return [quote(1), pay, quote(2), { kind: 'give', who: 0, plan } as const, pay].map((one) => ({
    moves: [one],
    pause: 0,
  }))
})
const script = fc.tuple(fc.oneof(changed, fc.constant([])), steps).map(([first, rest]) => [...first, ...rest])

function start(world: ThiefWorld, one: Move): Promise<void> {
  const payer = world.payers['who' in one && one.who === 1 ? 1 : 0]
  if ('isYear' in one) {
    const billingCycle = one.isYear ? 'YEARLY' : 'MONTHLY'
    const planId = planIds[one.plan] ?? 0
    return world.open(payer, { purpose: 'SUBSCRIPTION', planId, billingCycle, description: '' })
  }
  if ('dollars' in one) {
    return world.open(payer, { purpose: 'WALLET_TOPUP', amountUsd: one.dollars * 1_000_000n, description: '' })
  }
  if ('percent' in one) return world.send(one.nth, one)
  if ('units' in one) return world.lose(one.units)
  if ('isOn' in one) return world.switchRenewal(payer, one.isOn)
  if ('as' in one) return world.decide(one.as, payer)
  if ('plan' in one) return world.give(payer, one.plan === null ? null : (planIds[one.plan] ?? null))
  return world.repeat(one.nth)
}

/** A quote locks its credit, so the credited value may still be used until the quote is paid. */
function lockedCredit(rows: Awaited<ReturnType<ThiefWorld['payments']>>): bigint {
  const credited = rows.filter(({ creditMinor, settledAt }) => creditMinor > 0n && settledAt !== null)
  const ms = credited.reduce(
    (sum, { settledAt, createdAt }) => sum + (settledAt ?? createdAt).getTime() - createdAt.getTime(),
    0,
  )
  return (DEAREST * BigInt(ms)) / BigInt(28 * MS_PER_DAY) + 1n
}

async function expectNothingStolen(world: ThiefWorld): Promise<void> {
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
  expect(await world.misplaced()).toEqual([])
  const [rows, receipts] = [await world.payments(), await world.receipts()]
  expect(receipts).toHaveLength(new Set(world.brought.map(({ providerTxnId }) => providerTxnId)).size)
  const sumOf = (...outcomes: string[]) =>
    receipts.filter(({ outcome }) => outcomes.includes(outcome)).reduce((sum, { units }) => sum + units, 0n)
  const received = world.brought.reduce((sum, { units }) => sum + units, 0n)
  const waiting = sumOf('HELD', 'SUSPENSE', 'IGNORED')
  expect(sumOf('SETTLED', 'CREDITED') + waiting).toBe(received)
  for (const { projectId } of world.payers)
    expect((await world.rows('ACTIVE', projectId)).length).toBeLessThanOrEqual(1)
  const balances = await Promise.all(world.payers.map((payer) => unitsOf(payer, 'USD', 'available')))
  const balance = koboOfUsdDown(
    balances.reduce((sum, units) => sum + units, 0n),
    RATE_E8,
  )
  const had = unitsUp(addFractions(world.used, await world.unused())) + balance + waiting
  expect(had).toBeLessThanOrEqual(received + lockedCredit(rows))
}

test('after any purchases, receipts, repeats, cancels, grants and decisions no business has more than it paid for', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const world = new ThiefWorld([await createPayer(), await createPayer()])
      for (const { moves, pause } of steps) {
        await Promise.all(moves.map((one) => world.attempt(start(world, one))))
        if (pause > 0) await world.pass(pause)
        await expectNothingStolen(world)
      }
      await world.pass(2 * MS_PER_DAY)
      await expectNothingStolen(world)
      expect((await world.payments()).filter(({ status }) => status === 'PENDING')).toEqual([])
      expect(await world.rows('PENDING')).toEqual([])
      expect((await world.receipts()).filter(({ outcome }) => outcome === 'HELD')).toEqual([])
    }),
    propertyRuns(16, 40),
  )
}, 3_600_000)
