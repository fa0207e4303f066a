import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MS_PER_DAY } from '@/server/durations'
import { propertyRuns } from '@/server/testing/proof'
import { dailyCostUp } from './daily-cost'

const NOW = new Date('2026-11-29T13:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

test('a day costs what was charged, divided by the time since the first charge', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.integer({ min: MS_PER_DAY, max: 14 * MS_PER_DAY }),
      (micros, elapsedMs) => {
        const cost = dailyCostUp({ micros, since: ago(elapsedMs) }, NOW)
        const perDay = cost?.perDayMicros ?? -1n
        const [elapsed, day] = [BigInt(elapsedMs), BigInt(MS_PER_DAY)]
        // The least whole amount that covers the charges of that time.
        expect(perDay * elapsed >= micros * day).toBe(true)
        expect((perDay - 1n) * elapsed < micros * day).toBe(true)
        expect(perDay <= micros).toBe(true)
        expect(cost?.days).toBe(Number(elapsed / day))
      },
    ),
    propertyRuns(200, 5_000),
  )
})

test('a constant cost is its own pace, however long it was charged', () => {
  for (const days of [1, 2, 3, 13, 14])
    expect(dailyCostUp({ micros: 560_000n * BigInt(days), since: ago(days * MS_PER_DAY) }, NOW)).toEqual({
      perDayMicros: 560_000n,
      days,
    })
})

test('less than a day of charges is no pace', () => {
  expect(dailyCostUp({ micros: 7_970_000n, since: ago(15 * 60_000) }, NOW)).toBeNull()
  expect(dailyCostUp({ micros: 7_970_000n, since: ago(MS_PER_DAY - 1) }, NOW)).toBeNull()
})
