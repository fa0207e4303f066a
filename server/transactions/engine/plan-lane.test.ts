import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Queued } from './load-queue'
import type { Signer } from './load-signers'
import { ownerPurse, ownPurse, type Plan, planLane } from './plan-lane'

const TOKEN = '0x00000000000000000000000000000000000000C1'
const WORST_FEE = 1_000n
const COST = { gasLimit: 100n, worstFee: WORST_FEE }

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
    type,
    walletId: owner,
    laneWalletId: lane,
    owner: wallet(owner),
    sender: wallet(lane),
    toAddress: '0x00000000000000000000000000000000000000BB',
    tokenAddress: token ? TOKEN : null,
    callData: null,
    amountUnits,
    gasLimit: null,
    feeHoldMicros: 0n,
    gasBudgetMicros: 0n,
    nativePriceE8: null,
  }
}

const sum = (rows: Queued[]) => rows.reduce((total, row) => total + row.amountUnits, 0n)
const rowsOf = (plan: Plan, isToken: boolean) =>
  plan.send.map((planned) => planned.queued).filter((row) => (row.tokenAddress !== null) === isToken)

const world = fc.record({
  rows: fc.array(fc.record({ units: fc.bigInt({ min: 1n, max: 1_000n }), token: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  }),
  native: fc.bigInt({ min: 0n, max: 20_000n }),
  token: fc.bigInt({ min: 0n, max: 5_000n }),
  floatPart: fc.bigInt({ min: 0n, max: 100n }),
  fees: fc.bigInt({ min: 0n, max: 3_000n }),
  leaving: fc.bigInt({ min: 0n, max: 3_000n }),
  count: fc.nat({ max: 5 }),
  gasPolicy: fc.constantFrom('sponsored' as const, 'debited' as const),
})

function planOwn(given: typeof world extends fc.Arbitrary<infer World> ? World : never) {
  const { native, token, fees, leaving, count, gasPolicy } = given
  const floatUnits = (native * given.floatPart) / 100n
  const facts = {
    gasPolicy,
    inFlight: { walletId: 'w', count, worstFees: fees, minedFees: 0n },
    leaving: count > 0 ? { walletId: 'w', count, nativeUnits: leaving, tokens: { [TOKEN]: leaving } } : undefined,
    funds: { nativeUnits: native, tokens: new Map([[TOKEN, token]]) },
    floatUnits,
  }
  const rows = given.rows.map((row) => queued(row.units, row))
  const plan = planLane({
    queued: rows,
    costs: rows.map(() => COST),
    purse: ownPurse(facts),
    owners: new Map([['w', ownerPurse(facts)]]),
  })
  return { plan, floatUnits, reserved: count > 0 ? leaving : 0n }
}

test('never sends more than the wallet owns, fees and what is on the way included', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan, floatUnits, reserved } = planOwn(given)
      const amounts = sum(rowsOf(plan, false))
      const worstFees = BigInt(plan.send.length) * WORST_FEE
      if (amounts > 0n) expect(amounts + reserved).toBeLessThanOrEqual(given.native - floatUnits)
      if (plan.send.length > 0) {
        if (given.gasPolicy === 'debited') expect(worstFees + given.fees).toBeLessThanOrEqual(floatUnits)
        else expect(amounts + worstFees + reserved + given.fees).toBeLessThanOrEqual(given.native)
      }
      const tokens = sum(rowsOf(plan, true))
      if (tokens > 0n) expect(tokens + reserved).toBeLessThanOrEqual(given.token)
    }),
  )
})

test('fails nothing while something of the owner is on the way, and leaves nothing without a next step', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { plan } = planOwn(given)
      if (given.count > 0) expect(plan.fail).toEqual([])
      expect(plan.send.length + plan.fail.length > 0 || plan.waiting || plan.gasShortUnits > 0n).toBe(true)
    }),
  )
})

test("a relayer passes over an owner who has to wait, and never spends an owner's coins on gas", () => {
  const rich = { nativeUnits: 1_000n, tokens: new Map([[TOKEN, 1_000n]]), leaving: 0 }
  const plan = planLane({
    queued: [
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(900n, { token: true, owner: 'a', lane: 'r' }),
      queued(1_000n, { owner: 'b', lane: 'r' }),
    ],
    costs: [COST, COST, COST],
    purse: { gasUnits: 2n * WORST_FEE, isShared: false },
    owners: new Map([
      ['a', rich],
      ['b', rich],
    ]),
  })
  expect(plan.send.map(({ queued }) => queued.walletId)).toEqual(['a', 'b'])
  expect(plan).toMatchObject({ waiting: true, fail: [], gasShortUnits: 0n })
})

test('a top-up waits for the gas wallet to be filled instead of failing', () => {
  const plan = planLane({
    queued: [queued(500n, { type: 'GAS_TOPUP' })],
    costs: [COST],
    purse: { gasUnits: 0n, isShared: true },
    owners: new Map([['w', { nativeUnits: 0n, tokens: new Map(), leaving: 0 }]]),
  })
  expect(plan).toMatchObject({ send: [], fail: [], waiting: true })
})
