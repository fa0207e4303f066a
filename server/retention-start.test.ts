import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { MS_PER_DAY } from './durations'
import { retentionStart } from './retention-start'

test('what is forgotten are whole weeks, all of them over 90 days old and the last less than a week longer', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (now) => {
      const kept = retentionStart(now)
      expect([kept.getUTCDay(), kept.getTime() % MS_PER_DAY]).toEqual([1, 0])
      const days = (now.getTime() - kept.getTime()) / MS_PER_DAY
      expect(days).toBeGreaterThanOrEqual(90)
      expect(days).toBeLessThan(98)
    }),
    propertyRuns(),
  )
})
