import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import type { Queued } from './load-queue'
import { judgeAmount, ownerFunds, ownGasFunds } from './owner-funds'
import { gasShortOf, type Plan, planLane } from './plan-lane'
import { COST, queued, TOKEN, WORST_FEE } from './plan-lane.test-data'

const sum = (rows: Queued[]) => rows.reduce((total, row) => total + row.amountUnits, 0n)
const rowsOf = (plan: Plan, isToken: boolean) =>
  [...plan.send, ...plan.underfunded]
    .map((planned) => planned.queued)
    .filter((row) => (row.tokenAddress !== null) === isToken)
const least = (a: bigint, b: bigint) => (b > a ? a : b)

const units = (max: bigint) => fc.bigInt({ min: 0n, max })
const world = fc.record({
  rows: fc.array(
    fc.record({
      units: units(1_000n),
      token: fc.boolean(),
      type: fc.constantFrom('TRANSFER', 'TRANSFER', 'SWEEP'),
      leaves: fc.oneof(fc.constant(0n), units(6_000n)),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  /** The owner's own coins. */
  own: units(10_000n),
  token: units(5_000n),
  floatUnits: units(5_000n),
  pendingUnits: fc.oneof(fc.constant(0n), units(5_000n)),
  /** The balance already includes the pending top-up. */
  isIn: fc.boolean(),
  fees: units(3_000n),
  outgoing: units(3_000n),
  count: fc.nat({ max: 3 }),
  settling: fc.nat({ max: 2 }),
  isStale: fc.boolean(),
  gasPolicy: fc.constantFrom('sponsored' as const, 'debited' as const),
})
type World = typeof world extends fc.Arbitrary<infer World> ? World : never

const REST = { pendingUnits: 0n, isIn: false, fees: 0n, outgoing: 0n, count: 0, settling: 0, isStale: false }

function planOwn(given: World) {
  const { own, token, fees, outgoing, count, settling, gasPolicy, floatUnits, pendingUnits, isIn, isStale } = given
  const isMoving = count > 0
  const out = isMoving ? least(outgoing, own) : 0n
  const nativeUnits = own + floatUnits + (isIn ? pendingUnits : 0n)
  const facts = {
    gasPolicy,
    inFlight: { walletId: 'w', count, worstFees: isMoving ? fees : 0n, minedFees: 0n },
    outgoing: {
      walletId: 'w',
      count,
      nativeUnits: out,
      tokens: { [TOKEN]: isMoving ? outgoing : 0n },
      ownFees: isMoving ? fees : 0n,
      settling,
      settlingUnits: 0n,
    },
    funds: { nativeUnits, tokens: new Map([[TOKEN, token]]) },
    coins: { floatUnits, pendingUnits },
    isStale,
  }
  // A sweep of zero is never accepted.
  const rows = given.rows.map((row, index) => ({
    ...queued(row.type === 'SWEEP' ? row.units + 1n : row.units, row),
    ...{ id: String(index), leaves: row.leaves },
  }))
  const gasFunds = ownGasFunds(facts)
  const owners = new Map([['w', ownerFunds(facts)]])
  const leavings = rows.flatMap(({ id, type, leaves }) =>
    type === 'SWEEP' && leaves > 0n ? [[id, leaves] as const] : [],
  )
  const leaves = new Map(leavings)
  const plan = planLane({
    queued: rows,
    costs: rows.map(() => COST),
    gasFunds,
    owners,
    reserved: leaves,
    judged: new Map(),
  })
  return {
    plan,
    leaves,
    gasFunds,
    rows,
    nativeUnits,
    out,
    reserved: isMoving ? outgoing : 0n,
    inFlight: isMoving ? fees : 0n,
  }
}

test('never moves more than the owner’s own coins, whatever the balance holds of a top-up, and spends no more gas than available', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, nativeUnits, out, reserved, inFlight } = planOwn(given)
      const amounts = sum(rowsOf(plan, false))
      const ofOwner = given.own - out
      if (amounts > 0n) {
        expect(given.isStale).toBe(false)
        expect(amounts).toBeLessThanOrEqual(ofOwner)
        // Beyond the float, transactions in flight are paid from the owner's coins.
        if (inFlight > given.floatUnits) expect(amounts + inFlight - given.floatUnits).toBeLessThanOrEqual(ofOwner)
      }
      const worstFees = BigInt(plan.send.length) * WORST_FEE
      const sent = sum(plan.send.map((planned) => planned.queued).filter((row) => row.tokenAddress === null))
      if (plan.send.length > 0) {
        if (given.gasPolicy === 'debited') expect(worstFees + inFlight).toBeLessThanOrEqual(given.floatUnits)
        else expect(sent + worstFees + out + inFlight).toBeLessThanOrEqual(nativeUnits)
      }
      const tokens = sum(rowsOf(plan, true))
      if (tokens > 0n) expect(tokens + reserved).toBeLessThanOrEqual(given.token)
    }),
    propertyRuns(),
  )
})

test('a sweep that leaves something is planned alone, and leaves it', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, leaves, gasFunds } = planOwn(given)
      const planned = [...plan.send, ...plan.underfunded]
      for (const { queued: row, worstFee } of planned) {
        const left = leaves.get(row.id) ?? 0n
        if (left === 0n) continue
        expect([given.count, given.isStale, planned[0]?.queued]).toEqual([0, false, row])
        const isGasOfItsOwn = gasFunds.isShared && row.tokenAddress === null
        const held = row.tokenAddress === null ? given.own : given.token
        const isSent = plan.send.some(({ queued }) => queued === row)
        expect(row.amountUnits + left).toBeLessThanOrEqual(held)
        if (isGasOfItsOwn && isSent) expect(row.amountUnits + worstFee + left).toBeLessThanOrEqual(gasFunds.gasUnits)
      }
    }),
    propertyRuns(),
  )
})

test('fails nothing while the owner has something in flight, and otherwise only what every such balance proves', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, nativeUnits, leaves } = planOwn(given)
      if (given.count > 0) expect(plan.fail).toEqual([])
      for (const { queued: row, claims } of plan.fail) {
        const seen = row.tokenAddress ? given.token : nativeUnits
        expect(judgeAmount(row.amountUnits, seen, claims)).toBe('short')
        // The reported available amount is less than the needed one.
        expect(row.amountUnits).toBeGreaterThan(seen - claims.claimedUnits)
        // Even if the owner got everything that is pending. A sweep fails too if it could not leave what it has to.
        if (!row.tokenAddress) expect(row.amountUnits + (leaves.get(row.id) ?? 0n)).toBeGreaterThan(given.own)
      }
      expect(plan.send.length + plan.underfunded.length + plan.fail.length > 0 || plan.waiting).toBe(true)
    }),
    propertyRuns(),
  )
})

test('with nothing in flight each transaction is sent, lacks gas that a top-up brings, or is provably impossible', () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const first = planOwn({ ...drawn, ...REST })
      expect(first.plan.waiting && first.plan.send.length + first.plan.underfunded.length === 0).toBe(false)
      expect(first.plan.fail.length + first.plan.send.length + first.plan.underfunded.length).toBeGreaterThan(0)
      const shortUnits = gasShortOf(first.plan, first.gasFunds)
      const [underfunded] = first.plan.underfunded
      if (first.plan.send.length > 0 || !underfunded) return
      expect(shortUnits).toBeGreaterThan(0n)
      expect(shortUnits).toBeLessThanOrEqual(BigInt(first.plan.underfunded.length) * WORST_FEE)
      // Once the top-up is final, the first transaction that lacked gas is sent.
      const then = planOwn({ ...drawn, ...REST, floatUnits: drawn.floatUnits + shortUnits })
      expect(then.plan.send[0]?.queued.id).toBe(underfunded.queued.id)
      // A sweep may move more if there is more for its gas; every other amount stays.
      if (underfunded.queued.type !== 'SWEEP')
        expect(then.plan.send[0]?.queued.amountUnits).toBe(underfunded.queued.amountUnits)
      const failed = (plan: Plan) => plan.fail.map((short) => short.queued.id)
      expect(failed(then.plan)).toEqual(failed(first.plan))
    }),
    propertyRuns(),
  )
})

test('waits for a pending top-up only if the top-up could change the verdict', () => {
  const plan = (amount: bigint) =>
    planOwn({
      ...REST,
      rows: [{ units: amount, token: false, type: 'TRANSFER' as const, leaves: 0n }],
      own: 50n,
      token: 0n,
      floatUnits: 0n,
      pendingUnits: 100n,
      gasPolicy: 'sponsored',
    }).plan
  expect(plan(50n)).toMatchObject({ waiting: true, fail: [] })
  expect(plan(150n)).toMatchObject({ waiting: true, fail: [] })
  expect(plan(151n)).toMatchObject({
    waiting: false,
    fail: [{ queued: { amountUnits: 151n } }],
  })
})
