import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { planReplacement, type StuckTransaction } from './plan-replacement'

const wei = (max: bigint) => fc.bigInt({ min: 0n, max })
const CAP = 10n ** 12n
const policy = { bumpAfterMs: 3_000, capPerGas: CAP }

const fees = fc
  .record({ room: wei(2n * CAP), tip: wei(10n ** 10n) })
  .map(({ room, tip }) => ({ maxFeePerGas: room + tip, maxPriorityFeePerGas: tip }))
const market = fc
  .record({ baseFeePerGas: wei(CAP / 4n), maxPriorityFeePerGas: wei(10n ** 10n) })
  .map((now) => ({ ...now, maxFeePerGas: now.baseFeePerGas * 2n + now.maxPriorityFeePerGas }))

const stuck: fc.Arbitrary<StuckTransaction> = fc.record({
  newest: fc
    .record({
      fees,
      reason: fc.constantFrom('first' as const, 'bump' as const, 'cancel' as const),
      outcome: fc.constantFrom('unsent' as const, 'accepted' as const, 'rejected' as const, 'unknown' as const),
      detail: fc.constantFrom(
        null,
        'intrinsic gas too low',
        'replacement transaction underpriced',
        'insufficient funds',
      ),
      sends: fc.nat({ max: 6 }),
      ageMs: fc.nat({ max: 10_000 }),
    })
    .map(({ fees: own, ...rest }) => ({ ...rest, ...own })),
  isHead: fc.boolean(),
  isConsumed: fc.boolean(),
  wasEverOut: fc.boolean(),
  cancelRequested: fc.boolean(),
  speedUpRequested: fc.boolean(),
})

test('a replacement raises both fees by at least an eighth, follows the market and stays within the cap', () => {
  fc.assert(
    fc.property(stuck, market, (given, now) => {
      const decision = planReplacement(given, now, policy)
      if (decision.action !== 'replace') return
      const { newest } = given
      expect(decision.fees.maxFeePerGas * 8n).toBeGreaterThan(newest.maxFeePerGas * 9n)
      expect(decision.fees.maxPriorityFeePerGas * 8n).toBeGreaterThan(newest.maxPriorityFeePerGas * 9n)
      expect(decision.fees.maxFeePerGas).toBeGreaterThanOrEqual(now.maxFeePerGas)
      expect(decision.fees.maxFeePerGas).toBeLessThanOrEqual(CAP)
    }),
    propertyRuns(),
  )
})

test('a used nonce is only judged, and a replaced cancellation stays a cancellation', () => {
  fc.assert(
    fc.property(stuck, market, (given, now) => {
      const decision = planReplacement(given, now, policy)
      if (given.isConsumed) expect(decision).toEqual({ action: 'judge' })
      if (decision.action === 'replace' && given.newest.reason === 'cancel') expect(decision.reason).toBe('cancel')
    }),
    propertyRuns(),
  )
})

test('never cancels unasked what may be in a pool', () => {
  fc.assert(
    fc.property(stuck, market, (given, now) => {
      const decision = planReplacement({ ...given, wasEverOut: true, cancelRequested: false }, now, policy)
      if (decision.action === 'replace' && given.newest.reason !== 'cancel') expect(decision.reason).toBe('bump')
    }),
    propertyRuns(),
  )
})

const CALM: StuckTransaction = {
  newest: {
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 10n,
    reason: 'first',
    outcome: 'accepted',
    detail: null,
    sends: 1,
    ageMs: 60_000,
  },
  isHead: true,
  isConsumed: false,
  wasEverOut: true,
  cancelRequested: false,
  speedUpRequested: false,
}

test('sends the same bytes again, however old, while the market does not change', () => {
  const still = { baseFeePerGas: 40n, maxPriorityFeePerGas: 10n, maxFeePerGas: 90n }
  expect(planReplacement(CALM, still, policy)).toEqual({ action: 'resend' })
})

test('a better tip elsewhere replaces the first of a lane only; a higher base fee replaces every nonce', () => {
  const dearTips = { baseFeePerGas: 40n, maxPriorityFeePerGas: 20n, maxFeePerGas: 100n }
  expect(planReplacement(CALM, dearTips, policy)).toMatchObject({ action: 'replace', reason: 'bump' })
  expect(planReplacement({ ...CALM, isHead: false }, dearTips, policy)).toEqual({ action: 'resend' })
  const outOfReach = { baseFeePerGas: 101n, maxPriorityFeePerGas: 10n, maxFeePerGas: 212n }
  expect(planReplacement({ ...CALM, isHead: false }, outOfReach, policy)).toMatchObject({
    action: 'replace',
    reason: 'bump',
  })
})

test('cancels bytes that all nodes refused three times', () => {
  const refused: StuckTransaction = {
    ...CALM,
    wasEverOut: false,
    newest: { ...CALM.newest, outcome: 'rejected', detail: 'intrinsic gas too low', sends: 2 },
  }
  const now = { baseFeePerGas: 40n, maxPriorityFeePerGas: 10n, maxFeePerGas: 90n }
  expect(planReplacement(refused, now, policy)).toEqual({ action: 'resend' })
  expect(planReplacement({ ...refused, newest: { ...refused.newest, sends: 3 } }, now, policy)).toMatchObject({
    action: 'replace',
    reason: 'cancel',
  })
})
