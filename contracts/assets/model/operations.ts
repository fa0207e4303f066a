import fc from 'fast-check'
import { maxUint128, maxUint256 } from 'viem'
import type { Limits } from './asset-model'
import type { Operation } from './operation'

/** The admin and its wallets; fewer investors than wallets, so that some have several. */
export const WALLETS = 7
const INVESTORS = 4
/** The redemption and some coupons. */
export const PAYOUTS = 4

export type Batch = { wait: number; operations: Operation[] }
export type Scenario = { limits: Limits; batches: Batch[] }

const wallet = fc.nat(WALLETS - 1)
const holder = fc.integer({ min: 1, max: WALLETS - 1 })
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.bigInt(0n, 30n) },
  { weight: 1, arbitrary: fc.constantFrom(1_000n, 10n ** 20n, maxUint128, maxUint128 + 1n, maxUint256) },
)
const id = fc.nat(PAYOUTS - 1)
const numerator = fc.oneof(fc.bigInt(0n, 50n), fc.constantFrom(10n ** 18n, maxUint128))
const denominator = fc.oneof({ weight: 9, arbitrary: fc.bigInt(1n, 30n) }, fc.constantFrom(0n, 10n ** 18n, maxUint128))
const holders = fc.array(wallet, { maxLength: WALLETS + 2 })
const investor = fc.integer({ min: 1, max: INVESTORS })
const line = fc.record({ wallet, investor: fc.oneof({ weight: 9, arbitrary: investor }, fc.constant(0)) })

/** A record of this kind; `fc.record` alone would forget which of the kinds it is. */
function ofKind<K extends Operation['kind'], F>(kind: K, fields: { [P in keyof F]: fc.Arbitrary<F[P]> }) {
  return fc.record<F>(fields).map((values) => ({ kind, ...values }))
}

const transfer = ofKind('transfer', { from: wallet, to: wallet, amount })
const mint = ofKind('mint', { to: wallet, amount })
const pay = ofKind('pay', { id, holders })

const everyday = [
  { weight: 24, arbitrary: transfer },
  { weight: 12, arbitrary: mint },
  { weight: 8, arbitrary: ofKind('register', { lines: fc.array(line, { maxLength: 4 }) }) },
  { weight: 2, arbitrary: ofKind('remove', { wallets: fc.array(wallet, { maxLength: 3 }) }) },
  { weight: 3, arbitrary: ofKind('freeze', { wallet, frozen: fc.constantFrom(true, false, false) }) },
  { weight: 3, arbitrary: ofKind('freezeTokens', { wallet, amount }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'unpause' as const }) },
  {
    weight: 4,
    arbitrary: ofKind('batchMint', { lines: fc.array(fc.record({ to: wallet, amount }), { maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: ofKind('burn', { from: wallet, amount }) },
  { weight: 5, arbitrary: ofKind('force', { from: wallet, to: wallet, amount }) },
  { weight: 3, arbitrary: ofKind('approve', { from: wallet, spender: wallet, amount }) },
  { weight: 6, arbitrary: ofKind('spend', { spender: wallet, from: wallet, to: wallet, amount }) },
  { weight: 5, arbitrary: ofKind('record', { id, ago: fc.nat(120), numerator, denominator }) },
  { weight: 6, arbitrary: ofKind('fund', { id }) },
  { weight: 6, arbitrary: pay },
  { weight: 4, arbitrary: ofKind('claim', { id, holder: wallet }) },
  { weight: 3, arbitrary: ofKind('payOwed', { holder: wallet }) },
  { weight: 3, arbitrary: ofKind('returnRest', { id }) },
  { weight: 2, arbitrary: ofKind('block', { wallet: holder, blocked: fc.boolean() }) },
] satisfies fc.WeightedArbitrary<Operation>[]

const ending = [
  { weight: 30, arbitrary: fc.oneof(...everyday) },
  { weight: 6, arbitrary: ofKind('close', { numerator, denominator }) },
  { weight: 12, arbitrary: ofKind('fund', { id }) },
  { weight: 12, arbitrary: ofKind('redeem', { holders }) },
  { weight: 12, arbitrary: pay },
  { weight: 6, arbitrary: ofKind('returnRest', { id }) },
] satisfies fc.WeightedArbitrary<Operation>[]

const limits = fc.record({
  maxHolders: fc.constantFrom(0n, 1n, 2n, 3n),
  maxPerInvestor: fc.constantFrom(0n, 20n, 60n),
  lockUpSeconds: fc.constantFrom(0n, 0n, 1n, 50n, 640n, 100_000n),
})
const wait = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 60_000 }))

function batches(count: number, size: number, from: fc.WeightedArbitrary<Operation>[]): fc.Arbitrary<Batch[]> {
  const operations = fc.array(fc.oneof(...from), { minLength: size, maxLength: size })
  return fc.array(fc.record({ wait, operations }), { minLength: count, maxLength: count })
}

/** Most wallets have an investor from the start, or little would move. */
const start: Batch = {
  wait: 1,
  operations: [
    {
      kind: 'register',
      lines: Array.from({ length: WALLETS - 2 }, (_, index) => ({
        wallet: index + 1,
        investor: 1 + (index % INVESTORS),
      })),
    },
  ],
}

/** The life of an asset in batches of one second each, of which the last third may end it. */
export function scenarios(count: number, size: number): fc.Arbitrary<Scenario> {
  const late = Math.ceil(count / 3)
  const lives = fc.tuple(batches(count - late, size, everyday), batches(late, size, ending))
  return fc.record({ limits, batches: lives.map(([early, end]) => [start, ...early, ...end]) })
}
