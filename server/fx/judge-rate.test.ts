import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setManualRateInput } from '@/schemas/fx/contract'
import { propertyRuns } from '@/server/testing/proof'
import { judgeRate } from './judge-rate'

test.each(['0', '-1', '1e3', '', '1.123456789', '1000001', 'NaN', '1,550'])('takes no rate of "%s"', (ngnPerUsd) => {
  expect(setManualRateInput.safeParse({ ngnPerUsd, isConfirmed: true }).success).toBe(false)
})

test('a rate within the limit is accepted, one beyond it never, upwards and downwards alike', () => {
  const rate = fc.bigInt({ min: 1n, max: 10n ** 14n })
  fc.assert(
    fc.property(rate, rate, fc.integer({ min: 1, max: 10_000 }), (now, last, maxDeviationBps) => {
      const off = (now > last ? now - last : last - now) * 10_000n
      expect(judgeRate({ rate: now, last, maxDeviationBps }) === null).toBe(off <= last * BigInt(maxDeviationBps))
      expect(judgeRate({ rate: now, last: null, maxDeviationBps })).toBeNull()
    }),
    propertyRuns(),
  )
})
