import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAmount } from './judge-amount'
import type { Queued } from './load-queue'
import type { Signer } from './load-signers'
import { type OwnerFunds, ownerFunds, ownGasFunds } from './owner-funds'
import { gasShortOf, type Plan, planLane } from './plan-lane'

const TOKEN = '0x00000000000000000000000000000000000000C1'
const WORST_FEE = 1_000n
const COST = { gasLimit: 100n, l1FeeUnits: 0n, worstFee: WORST_FEE }

function wallet(walletId: string): Signer {
  return {
    walletId,
    businessId: 'b',
    seedId: 's',
    addressIndex: 0,
    address: '0x00000000000000000000000000000000000000AA',
  }
}

function queued(
  amountUnits: bigint,
  options: { token?: boolean; type?: string; owner?: string; lane?: string } = {},
): Queued {
  const { token = false, type = 'TRANSFER', owner = 'w', lane = owner } = options
  return {
    id: 't',
    businessId: 'b',
    type,
    walletId: owner,
    laneWalletId: lane,
    owner: wallet(owner),
    sender: wallet(lane),
    toAddress: '0x00000000000000000000000000000000000000BB',
    tokenAddress: token ? TOKEN : null,
    callData: null,
    amountUnits,
    decimals: 18,
    gasLimit: null,
    feeHoldMicros: 0n,
    gasBudgetMicros: 0n,
    nativePriceE8: null,
  }
}

const sum = (rows: Queued[]) => rows.reduce((total, row) => total + row.amountUnits, 0n)
const rowsOf = (plan: Plan, isToken: boolean) =>
  [...plan.send, ...plan.starving]
    .map((planned) => planned.queued)
    .filter((row) => (row.tokenAddress !== null) === isToken)
const least = (a: bigint, b: bigint) => (b > a ? a : b)

const units = (max: bigint) => fc.bigInt({ min: 0n, max })
const world = fc.record({
  rows: fc.array(
    fc.record({ units: units(1_000n), token: fc.boolean(), type: fc.constantFrom('TRANSFER', 'TRANSFER', 'SWEEP') }),
    { minLength: 1, maxLength: 30 },
  ),
  /** The owner's own coins. */
  own: units(10_000n),
  token: units(5_000n),
  floatUnits: units(5_000n),
  pendingUnits: fc.oneof(fc.constant(0n), units(5_000n)),
  /** The top-up on the way is in the balance already. */
  isIn: fc.boolean(),
  fees: units(3_000n),
  leaving: units(3_000n),
  count: fc.nat({ max: 3 }),
  settling: fc.nat({ max: 2 }),
  isStale: fc.boolean(),
  gasPolicy: fc.constantFrom('sponsored' as const, 'debited' as const),
})
type World = typeof world extends fc.Arbitrary<infer World> ? World : never

const REST = { pendingUnits: 0n, isIn: false, fees: 0n, leaving: 0n, count: 0, settling: 0, isStale: false }

function planOwn(given: World) {
  const { own, token, fees, leaving, count, settling, gasPolicy, floatUnits, pendingUnits, isIn, isStale } = given
  const isMoving = count > 0
  const out = isMoving ? least(leaving, own) : 0n
  const nativeUnits = own + floatUnits + (isIn ? pendingUnits : 0n)
  const facts = {
    gasPolicy,
    inFlight: { walletId: 'w', count, worstFees: isMoving ? fees : 0n, minedFees: 0n },
    leaving: {
      walletId: 'w',
      count,
      nativeUnits: out,
      tokens: { [TOKEN]: isMoving ? leaving : 0n },
      ownFees: isMoving ? fees : 0n,
      settling,
      settlingUnits: 0n,
    },
    funds: { nativeUnits, tokens: new Map([[TOKEN, token]]) },
    coins: { floatUnits, pendingUnits },
    isStale,
  }
  // Nobody accepts a sweep of nothing.
  const rows = given.rows.map((row) => queued(row.type === 'SWEEP' ? row.units + 1n : row.units, row))
  const gasFunds = ownGasFunds(facts)
  const owners = new Map([['w', ownerFunds(facts)]])
  const plan = planLane({ queued: rows, costs: rows.map(() => COST), gasFunds, owners })
  return { plan, gasFunds, rows, nativeUnits, out, reserved: isMoving ? leaving : 0n, inFlight: isMoving ? fees : 0n }
}

test("never moves more than the owner's own coins, whatever of a top-up is in the balance, and pays no more gas than there is", () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, nativeUnits, out, reserved, inFlight } = planOwn(given)
      const amounts = sum(rowsOf(plan, false))
      const ofOwner = given.own - out
      if (amounts > 0n) {
        expect(given.isStale).toBe(false)
        expect(amounts).toBeLessThanOrEqual(ofOwner)
        // Beyond the float, what is on the way is paid out of the owner's coins.
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
  )
})

test('fails nothing while something of the owner is on the way, and only what every balance seen so would prove', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, nativeUnits } = planOwn(given)
      if (given.count > 0) expect(plan.fail).toEqual([])
      for (const { queued: row, claims } of plan.fail) {
        const seen = row.tokenAddress ? given.token : nativeUnits
        expect(judgeAmount(row.amountUnits, seen, claims)).toBe('short')
        // What is told to be available is less than what is needed.
        expect(row.amountUnits).toBeGreaterThan(seen - claims.claimedUnits)
        // Not even if all that comes were the owner's.
        if (!row.tokenAddress) expect(row.amountUnits).toBeGreaterThan(given.own)
      }
      expect(plan.send.length + plan.starving.length + plan.fail.length > 0 || plan.waiting).toBe(true)
    }),
  )
})

test('with nothing on the way each transaction is sent, lacks gas that a top-up brings, or is proven impossible', () => {
  fc.assert(
    fc.property(world, (drawn) => {
      const first = planOwn({ ...drawn, ...REST })
      expect(first.plan.waiting && first.plan.send.length + first.plan.starving.length === 0).toBe(false)
      expect(first.plan.fail.length + first.plan.send.length + first.plan.starving.length).toBeGreaterThan(0)
      const shortUnits = gasShortOf(first.plan, first.gasFunds)
      const [starving] = first.plan.starving
      if (first.plan.send.length > 0 || !starving) return
      expect(shortUnits).toBeGreaterThan(0n)
      expect(shortUnits).toBeLessThanOrEqual(BigInt(first.plan.starving.length) * WORST_FEE)
      // Once the top-up is final the first that lacked gas goes out.
      const then = planOwn({ ...drawn, ...REST, floatUnits: drawn.floatUnits + shortUnits })
      expect(then.plan.send[0]?.queued.amountUnits).toBe(starving.queued.amountUnits)
      expect(sum(then.plan.fail.map((short) => short.queued))).toBe(sum(first.plan.fail.map((short) => short.queued)))
    }),
  )
})

test('what only a top-up on the way leaves open waits for it, and what it could not change does not', () => {
  const plan = (amount: bigint) =>
    planOwn({
      ...REST,
      rows: [{ units: amount, token: false, type: 'TRANSFER' as const }],
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

const RICH: OwnerFunds = {
  nativeUnits: 1_000n,
  tokens: new Map([[TOKEN, 1_000n]]),
  nativeOut: 0n,
  tokensOut: new Map(),
  platformUnits: 0n,
  floatUnits: 0n,
  comingUnits: 0n,
  leaving: 0,
  isSettling: false,
  isStale: false,
}

test("a relayer passes over an owner who has to wait, and never pays an owner's amount", () => {
  const plan = planLane({
    queued: [
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(1_000n, { owner: 'b', lane: 'r' }),
    ],
    costs: [COST, COST, COST],
    gasFunds: { gasUnits: 2n * WORST_FEE, isShared: true },
    owners: new Map([
      ['a', RICH],
      ['b', RICH],
    ]),
  })
  expect(plan.send.map(({ queued }) => queued.walletId)).toEqual(['a', 'b'])
  expect(plan).toMatchObject({ waiting: true, fail: [], starving: [], gasLeftUnits: 0n })
})

test('a top-up waits for the gas wallet to be filled instead of failing, and those it can pay go before it', () => {
  const gasFunds = { gasUnits: 100n + WORST_FEE, isShared: true }
  const plan = planLane({
    queued: [queued(500n, { type: 'GAS_TOPUP' }), queued(100n, { type: 'GAS_TOPUP' })],
    costs: [COST, COST],
    gasFunds,
    owners: new Map([['w', { ...RICH, nativeUnits: gasFunds.gasUnits }]]),
  })
  expect(plan.send.map((planned) => planned.queued.amountUnits)).toEqual([100n])
  expect(plan).toMatchObject({ fail: [], waiting: false })
  expect(gasShortOf(plan, gasFunds)).toBe(500n + WORST_FEE)
})

test.each([
  ['is alone and covered', 400n, [], 1],
  ['would overdraw the float', 401n, [], 0],
  ['shares the lane with a transaction of its wallet', 400n, [queued(1n)], 0],
])('the return of a float is sent only where it %s', (_, amount, others, sent) => {
  const plan = planLane({
    queued: [queued(amount, { type: 'FLOAT_RETURN' }), ...others],
    costs: [COST, ...others.map(() => COST)],
    gasFunds: { gasUnits: 400n + WORST_FEE, isShared: false },
    owners: new Map([['w', { ...RICH, platformUnits: 400n + WORST_FEE, floatUnits: 400n + WORST_FEE }]]),
  })
  expect(plan.send.filter((planned) => planned.queued.type === 'FLOAT_RETURN')).toHaveLength(sent)
  expect(plan.drop).toHaveLength(1 - sent)
})

const SWEPT: [name: string, accepted: bigint, funds: Partial<OwnerFunds>, isShared: boolean, moved: bigint][] = [
  ['its gas out of the same coins', 50_000n, { nativeUnits: 50_000n }, true, 49_000n],
  ['all of it where something else pays the gas', 50_000n, { nativeUnits: 50_000n }, false, 50_000n],
  ['no more than was accepted', 30_000n, { nativeUnits: 50_000n }, true, 30_000n],
  ['nothing of the platform', 50_000n, { nativeUnits: 50_000n, platformUnits: 20_000n }, true, 30_000n],
  ['what leaves already aside', 50_000n, { nativeUnits: 50_000n, nativeOut: 10_000n }, false, 40_000n],
]

test.each(SWEPT)('a sweep moves %s', (_, accepted, funds, isShared, moved) => {
  const owner = { ...RICH, platformUnits: 0n, nativeOut: 0n, ...funds }
  const plan = planLane({
    queued: [queued(accepted, { type: 'SWEEP' })],
    costs: [COST],
    gasFunds: { gasUnits: isShared ? owner.nativeUnits - owner.nativeOut : WORST_FEE, isShared },
    owners: new Map([['w', owner]]),
  })
  expect(plan.send.map((planned) => planned.queued.amountUnits)).toEqual([moved])
})

test('a sweep of nothing waits for what is on the way, and fails where nothing is', () => {
  const sweep = (owner: OwnerFunds) =>
    planLane({
      queued: [queued(500n, { type: 'SWEEP' })],
      costs: [COST],
      gasFunds: { gasUnits: WORST_FEE, isShared: false },
      owners: new Map([['w', owner]]),
    })
  const empty = { ...RICH, nativeUnits: 0n, platformUnits: 0n, nativeOut: 0n, leaving: 0 }
  expect(sweep(empty)).toMatchObject({ fail: [{ queued: { amountUnits: 1n } }], send: [], waiting: false })
  expect(sweep({ ...empty, leaving: 1 })).toMatchObject({ fail: [], send: [], waiting: true })
})
