import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as faultPoints from '@/server/fault-point'
import { propertyRuns } from '@/server/testing/proof'
import { expectHonestBooks, expectNothingOpen } from './attacker-books.test-data'
import { Strike } from './attacker-strike.test-data'
import type { AttackerWorld } from './attacker-world.test-data'
import { openAttacker } from './open-attacker.test-data'
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

function start(attacker: AttackerWorld, one: Move): Promise<void> {
  const hand = 'who' in one ? attacker.hand(one.who) : attacker.hand(0)
  const { address } = hand
  switch (one.kind) {
    case 'register':
      return attacker.ask('wallets', { address, investorId: hand.investorId })
    case 'remove':
      return attacker.remove(hand)
    case 'mint':
      return attacker.ask('mint', { to: address, amount: one.tokens })
    case 'mint-all':
      return attacker.ask('mint', { items: attacker.hands.map((each) => ({ to: each.address, amount: one.tokens })) })
    case 'burn':
      return attacker.ask('burn', { from: address, amount: one.tokens })
    case 'send':
      return attacker.ask('transfer', {
        from: address,
        to: attacker.hand(one.to).address,
        amount: one.tokens,
        forced: one.forced,
      })
    case 'direct':
      return attacker.direct(hand, attacker.hand(one.to), one.units)
    case 'freeze':
      return attacker.freeze(hand, one.isOn)
    case 'pause':
      return attacker.ask(one.isOn ? 'pause' : 'unpause')
    case 'pay':
      return attacker.pay(one.times)
    case 'pay-past':
      return attacker.payPast(hand, one.index)
    case 'owed':
      return attacker.payOwed(hand, attacker.hand(one.to))
    case 'call':
      return attacker.ask('call')
    case 'quote':
      return attacker.quote(hand, one.tokens)
    case 'race':
      return race(attacker, one)
    case 'cancel':
      return attacker.cancel()
    case 'sign':
      return attacker.sign(one.call)
    default:
      return one satisfies never
  }
}

type Race = { who: number; tokens: string; runners: readonly Runner[] }

/** Starts calls, mints, burns, coupons and simulations of one token at once. */
async function race(attacker: AttackerWorld, { who, tokens: amount, runners }: Race): Promise<void> {
  const hand = attacker.hand(who)
  const start = {
    call: () => attacker.ask('call'),
    mint: () => attacker.ask('mint', { to: hand.address, amount }),
    'mint-all': () => attacker.ask('mint', { items: attacker.hands.map(({ address: to }) => ({ to, amount })) }),
    burn: () => attacker.ask('burn', { from: hand.address, amount }),
    pay: () => attacker.pay(1),
    quote: () => attacker.quote(hand, amount),
  } satisfies Record<Runner, () => Promise<void>>
  await Promise.all(runners.map((one) => start[one]()))
}

async function giveFirst(attacker: AttackerWorld, held: readonly number[]): Promise<void> {
  if (held.length === 0) return
  const some = held.map((nth) => attacker.hand(nth))
  await attacker.ask('wallets', { wallets: some.map(({ address, investorId }) => ({ address, investorId })) })
  await attacker.settle()
  await attacker.ask('mint', {
    items: some.map(({ address }, n) => ({ to: address, amount: `${n + 1}00.0000000${n + 1}` })),
  })
  await attacker.settle()
}

/**
 * Calls the bond twice at once after all due coupons are paid, with racing actors and a payment outside the platform.
 */
async function callAmong(attacker: AttackerWorld, end: Race): Promise<void> {
  await attacker.travel(101)
  for (let coupon = 0; coupon < 4; coupon += 1) {
    await attacker.pay(1)
    await attacker.settle()
  }
  await Promise.all([
    attacker.ask('call'),
    race(attacker, end),
    attacker.ask('call'),
    attacker.payPast(attacker.hand(2), 0n),
  ])
  await expectHonestBooks(attacker)
  await attacker.turn()
  await race(attacker, end)
  await expectHonestBooks(attacker)
  await attacker.payPast(attacker.hand(3), 0n)
  await attacker.settle()
}

test('after any mints, moves, double payments, cancels and crashes nobody holds or gets more than their own, and everything ends', async () => {
  await fc.assert(
    fc.asyncProperty(script, async ({ held, steps, end }) => {
      const attacker = await openAttacker(world, strike)
      await attacker.settle()
      await giveFirst(attacker, held)
      await expectHonestBooks(attacker)
      for (const { moves, crash: point, turns, isStuck, days } of steps) {
        if (point) strike.arm(point)
        await Promise.all(moves.map((one) => start(attacker, one)))
        for (let turn = 0; turn < turns; turn += 1) await attacker.turn(!isStuck)
        if (days > 0) await attacker.travel(days)
        strike.disarm()
        await attacker.turn(!isStuck)
        await expectHonestBooks(attacker)
      }
      await attacker.settle()
      if (end) await callAmong(attacker, end)
      await expectHonestBooks(attacker)
      await expectNothingOpen(attacker)
      expect((await attacker.world.read(attacker.bond.id)).status).not.toBe('PENDING')
    }),
    { ...propertyRuns(1, 500), endOnFailure: true },
  )
}, 36_000_000)
