import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { decideReceipt, type PaymentFacts, type ReceiptFacts } from './decide-receipt'

const EXPIRY = new Date('2027-01-01T12:00:00Z')
const IN_TIME = new Date(EXPIRY.getTime() - 1)
const OPEN: PaymentFacts = {
  status: 'PENDING',
  isReplaced: false,
  expiryAt: EXPIRY,
  amountMinor: 1_000n,
  heldMinor: 0n,
  basis: 'same',
}
const money = (valueMinor: bigint, paidAt = IN_TIME): ReceiptFacts => ({ valueMinor, paidAt, fillsAccount: false })
const settled = { kind: 'settle', surplusMinor: 0n, aboveMinor: 0n, isRenewal: false, exceptions: [] }
const credited = (...exceptions: string[]) => ({ kind: 'credit', closes: false, exceptions })

test.each([
  ['exactly what was asked settles', OPEN, money(1_000n), settled],
  ['less waits for the rest', OPEN, money(999n), { kind: 'hold' }],
  ['the rest settles with what waits', { ...OPEN, heldMinor: 999n }, money(1n), settled],
  [
    'more settles, and what is over is flagged',
    OPEN,
    money(1_001n),
    { ...settled, surplusMinor: 1n, exceptions: ['OVERPAID'] },
  ],
  [
    'so much more than was asked is over at its rate, and the rest at the rate of now',
    { ...OPEN, heldMinor: 900n },
    money(2_000n),
    { ...settled, surplusMinor: 1_000n, aboveMinor: 900n, exceptions: ['OVERPAID'] },
  ],
  ['a full account settles though its kobo are rounded off', OPEN, { ...money(999n), fillsAccount: true }, settled],
  ['the moment it expires is too late', OPEN, money(1_000n, EXPIRY), credited('LATE')],
  ['a second time goes to the balance', { ...OPEN, status: 'SUCCESS' as const }, money(1_000n), credited('DUPLICATE')],
  [
    'too late and twice is both',
    { ...OPEN, status: 'SUCCESS' as const },
    money(1_000n, EXPIRY),
    credited('DUPLICATE', 'LATE'),
  ],
  ['a closed payment settles no more', { ...OPEN, status: 'FAILED' as const }, money(1_000n), credited('LATE')],
  ['a replaced quote settles nothing', { ...OPEN, isReplaced: true }, money(1_000n), credited('BASIS_CHANGED')],
  [
    'another plan by now takes it to the balance',
    { ...OPEN, basis: 'changed' as const },
    money(1_000n),
    { ...credited('BASIS_CHANGED'), closes: true },
  ],
  [
    'the same plan by now is renewed',
    { ...OPEN, basis: 'renewable' as const },
    money(1_000n),
    { ...settled, isRenewal: true },
  ],
])('%s', (_, payment, receipt, expected) => {
  expect(decideReceipt(payment, receipt)).toEqual(expected)
})

/** A payment with its receipts, as the database stores it. */
type Books = PaymentFacts & {
  known: Set<string>
  received: bigint
  settled: bigint
  credited: bigint
  /** Its surplus at the rate of the quote. */
  surplus: bigint
  settlements: number
}

type Step =
  | { kind: 'money'; id: string; valueMinor: bigint; isLate: boolean }
  | { kind: 'change' }
  | { kind: 'replace' }
  | { kind: 'expire' }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('money' as const),
      id: fc.constantFrom(...'abcdefgh'),
      valueMinor: fc.oneof(fc.bigInt(1n, 1_400n), fc.bigInt(1n, 9_000n)),
      isLate: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'change' }, { kind: 'replace' }, { kind: 'expire' }) },
)

function play(books: Books, step: Step): Books {
  if (step.kind === 'change') return { ...books, basis: 'changed' }
  if (books.status !== 'PENDING' && step.kind !== 'money') return books
  if (step.kind === 'replace') return { ...books, isReplaced: true }
  if (step.kind === 'expire')
    return { ...books, status: 'FAILED', credited: books.credited + books.heldMinor, heldMinor: 0n }
  // A receipt that is reported twice, by webhook and poll, changes nothing the second time.
  if (books.known.has(step.id)) return books
  const { valueMinor, isLate, id } = step
  const known = new Set([...books.known, id])
  const next = { ...books, known, received: books.received + valueMinor }
  const decision = decideReceipt(books, money(valueMinor, isLate ? EXPIRY : IN_TIME))
  switch (decision.kind) {
    case 'hold':
      return { ...next, heldMinor: books.heldMinor + valueMinor }
    case 'settle':
      return {
        ...next,
        status: 'SUCCESS',
        heldMinor: 0n,
        settled: books.settled + books.heldMinor + valueMinor - decision.surplusMinor - decision.aboveMinor,
        credited: books.credited + decision.surplusMinor + decision.aboveMinor,
        surplus: decision.surplusMinor,
        settlements: books.settlements + 1,
      }
    case 'credit':
      return decision.closes
        ? { ...next, status: 'FAILED', heldMinor: 0n, credited: books.credited + books.heldMinor + valueMinor }
        : { ...next, credited: books.credited + valueMinor }
    default:
      return decision satisfies never
  }
}

const START: Books = { ...OPEN, known: new Set(), received: 0n, settled: 0n, credited: 0n, surplus: 0n, settlements: 0 }

test('any receipts in any order lose nothing, and settle the payment at most once for exactly its price', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      let books = START
      for (const step of steps) {
        books = play(books, step)
        expect(books.received).toBe(books.settled + books.credited + books.heldMinor)
        expect(books.settlements).toBe(books.status === 'SUCCESS' ? 1 : 0)
        expect(books.settled).toBe(books.status === 'SUCCESS' ? OPEN.amountMinor : 0n)
        expect(books.surplus).toBeLessThanOrEqual(OPEN.amountMinor)
        if (books.status !== 'PENDING') expect(books.heldMinor).toBe(0n)
      }
    }),
    propertyRuns(),
  )
})

test('money after the expiry never settles at the old rate', () => {
  fc.assert(
    fc.property(
      fc.record({
        status: fc.constantFrom('PENDING', 'SUCCESS', 'FAILED', 'REFUNDED' as const),
        isReplaced: fc.boolean(),
        basis: fc.constantFrom('same', 'renewable', 'changed' as const),
        heldMinor: fc.bigInt(0n, 999n),
      }),
      fc.bigInt(1n, 5_000n),
      fc.nat(1_000_000),
      (facts, valueMinor, afterMs) => {
        const decision = decideReceipt({ ...OPEN, ...facts }, money(valueMinor, new Date(EXPIRY.getTime() + afterMs)))
        expect(decision.kind).toBe('credit')
      },
    ),
    propertyRuns(),
  )
})
