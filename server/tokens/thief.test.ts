import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as faultPoints from '@/server/fault-point'
import { propertyRuns } from '@/server/testing/proof'
import { openThief } from './open-thief.test-data'
import { expectHonestBooks, expectNothingOpen } from './thief-books.test-data'
import { Strike } from './thief-strike.test-data'
import type { ThiefWorld } from './thief-world.test-data'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const strike = new Strike()
let world: TokenWorld
beforeAll(async () => {
  vi.spyOn(faultPoints, 'faultPoint').mockImplementation((point) => strike.at(point))
  world = await openTokenWorld()
  await world.fund(world.admin, 10n ** 14n)
  await world.chain.holdMining()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

const who = fc.nat(3)
const tokens = fc.constantFrom('0.00000001', '1', '33.33333333', '400', '999.99999999', '1000')
const units = fc.constantFrom(1n, 100_000_001n, 40_000_000_000n)
const index = fc.integer({ min: 1, max: 4 })
/** Calls that the tokenAdmin's key signs without an operation, with arbitrary values. */
const signedCall = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constant('record' as const),
      index,
      secondsAgo: fc.constantFrom(1, 90_000, 6_000_000),
      numerator: fc.bigInt(0n, 3n),
      denominator: fc.bigInt(1n, 7n),
    }),
  },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('fund' as const), index }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('allow' as const), units }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('mint' as const), who, units }) },
  { weight: 2, arbitrary: fc.record({ call: fc.constant('freeze-part' as const), who, units }) },
  { weight: 1, arbitrary: fc.record({ call: fc.constant('close' as const), numerator: fc.bigInt(0n, 3n) }) },
)
const RUNNERS = ['call', 'mint', 'mint-all', 'burn', 'pay', 'quote'] as const
type Runner = (typeof RUNNERS)[number]
/** The actors that start at the same moment, in this order. */
const runners = fc.shuffledSubarray([...RUNNERS], { minLength: 2 })
const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('register' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('mint' as const), who, tokens }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mint-all' as const), tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('burn' as const), who, tokens }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('send' as const), who, to: who, tokens, forced: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('direct' as const), who, to: who, units }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), who, isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const), isOn: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), times: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay-past' as const), who, index: fc.bigInt(0n, 3n) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('owed' as const), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('call' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quote' as const), who, tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('race' as const), who, tokens, runners }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('sign' as const), call: signedCall }) },
)
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never
const step = fc.record({
  moves: fc.array(move, { minLength: 1, maxLength: 3 }),
  crash: fc.option(fc.constantFrom(...faultPoints.FAULT_POINTS.token), { freq: 2 }),
  turns: fc.nat(3),
  /** A stuck chain mines no block. */
  isStuck: fc.nat(5).map((n) => n === 0),
  days: fc.constantFrom(0, 0, 0, 1, 61, 92),
})
/** Random moves alone would rarely leave holders or due coupons. */
const held = fc.constantFrom([] as const, [0, 1, 2] as const, [0, 1, 2, 3] as const)
const script = fc.record({
  held,
  steps: fc.array(step, { minLength: 4, maxLength: 10 }),
  end: fc.option(fc.record({ who, tokens, runners }), { freq: 3 }),
})

function start(thief: ThiefWorld, one: Move): Promise<void> {
  const hand = 'who' in one ? thief.hand(one.who) : thief.hand(0)
  const { address } = hand
  switch (one.kind) {
    case 'register':
      return thief.ask('wallets', { address, investorId: hand.investorId })
    case 'remove':
      return thief.remove(hand)
    case 'mint':
      return thief.ask('mint', { to: address, amount: one.tokens })
    case 'mint-all':
      return thief.ask('mint', { items: thief.hands.map((each) => ({ to: each.address, amount: one.tokens })) })
    case 'burn':
      return thief.ask('burn', { from: address, amount: one.tokens })
    case 'send':
      return thief.ask('transfer', {
        from: address,
        to: thief.hand(one.to).address,
        amount: one.tokens,
        forced: one.forced,
      })
    case 'direct':
      return thief.direct(hand, thief.hand(one.to), one.units)
    case 'freeze':
      return thief.freeze(hand, one.isOn)
    case 'pause':
      return thief.ask(one.isOn ? 'pause' : 'unpause')
    case 'pay':
      return thief.pay(one.times)
    case 'pay-past':
      return thief.payPast(hand, one.index)
    case 'owed':
      return thief.payOwed(hand, thief.hand(one.to))
    case 'call':
      return thief.ask('call')
    case 'quote':
      return thief.quote(hand, one.tokens)
    case 'race':
      return race(thief, one)
    case 'cancel':
      return thief.cancel()
    case 'sign':
      return thief.sign(one.call)
    default:
      return one satisfies never
  }
}

type Race = { who: number; tokens: string; runners: readonly Runner[] }

/** Starts calls, mints, burns, coupons and simulations of one token at once. */
async function race(thief: ThiefWorld, { who, tokens: amount, runners }: Race): Promise<void> {
  const hand = thief.hand(who)
  const start = {
    call: () => thief.ask('call'),
    mint: () => thief.ask('mint', { to: hand.address, amount }),
    'mint-all': () => thief.ask('mint', { items: thief.hands.map(({ address: to }) => ({ to, amount })) }),
    burn: () => thief.ask('burn', { from: hand.address, amount }),
    pay: () => thief.pay(1),
    quote: () => thief.quote(hand, amount),
  } satisfies Record<Runner, () => Promise<void>>
  await Promise.all(runners.map((one) => start[one]()))
}

async function giveFirst(thief: ThiefWorld, held: readonly number[]): Promise<void> {
  if (held.length === 0) return
  const some = held.map((nth) => thief.hand(nth))
  await thief.ask('wallets', { wallets: some.map(({ address, investorId }) => ({ address, investorId })) })
  await thief.settle()
  await thief.ask('mint', {
    items: some.map(({ address }, n) => ({ to: address, amount: `${n + 1}00.0000000${n + 1}` })),
  })
  await thief.settle()
}

/**
 * Calls the bond twice at once after all due coupons are paid, with racing actors and a payment outside the platform.
 */
async function callAmong(thief: ThiefWorld, end: Race): Promise<void> {
  await thief.travel(101)
  for (let coupon = 0; coupon < 4; coupon += 1) {
    await thief.pay(1)
    await thief.settle()
  }
  await Promise.all([thief.ask('call'), race(thief, end), thief.ask('call'), thief.payPast(thief.hand(2), 0n)])
  await expectHonestBooks(thief)
  await thief.turn()
  await race(thief, end)
  await expectHonestBooks(thief)
  await thief.payPast(thief.hand(3), 0n)
  await thief.settle()
}

test('after any mints, moves, double payments, cancels and crashes nobody holds or gets more than their own, and everything ends', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ held, steps, end }) => {
      const thief = await openThief(world, strike)
      await thief.settle()
      await giveFirst(thief, held)
      await expectHonestBooks(thief)
      for (const { moves, crash: point, turns, isStuck, days } of steps) {
        if (point) strike.arm(point)
        await Promise.all(moves.map((one) => start(thief, one)))
        for (let turn = 0; turn < turns; turn += 1) await thief.turn(!isStuck)
        if (days > 0) await thief.travel(days)
        strike.disarm()
        await thief.turn(!isStuck)
        await expectHonestBooks(thief)
      }
      await thief.settle()
      if (end) await callAmong(thief, end)
      await expectHonestBooks(thief)
      await expectNothingOpen(thief)
      expect((await thief.world.read(thief.bond.id)).status).not.toBe('PENDING')
    }),
    { ...propertyRuns(1, 500), endOnFailure: true },
  )
}, 36_000_000)
