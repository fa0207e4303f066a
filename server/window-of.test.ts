import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MS_PER_DAY } from '@/server/durations'
import { propertyRuns } from '@/server/testing/proof'
import { totalOf, windowOf } from './window-of'

const counted = fc
  .uniqueArray(fc.record({ day: fc.nat(60_000), others: fc.nat(3), matching: fc.nat(4) }), {
    selector: ({ day }) => day,
  })
  .map((days) =>
    days
      .map(({ day, others, matching }) => ({ day, rows: others + matching, matching }))
      .toSorted((a, b) => b.day - a.day),
  )

test('a page is found within the days of its window, and the window is no wider', () => {
  fc.assert(
    fc.property(counted, fc.nat(40), fc.integer({ min: 1, max: 9 }), (days, offset, limit) => {
      const all = days.flatMap(({ day, matching }) => Array.from({ length: matching }, (_, n) => ({ day, n })))
      const page = all.slice(offset, offset + limit)
      const window = windowOf(days, { offset, limit })
      expect(totalOf(days)).toBe(all.length)
      expect(window === null).toBe(page.length === 0)
      if (window === null) return
      const inside = ({ day }: { day: number }) =>
        day * MS_PER_DAY >= window.from.getTime() && day * MS_PER_DAY < window.below.getTime()
      expect(all.filter(inside).slice(window.offset, window.offset + limit)).toEqual(page)
      expect(window.matching).toBe(all.filter(inside).length)
      expect(window.rows).toBe(days.filter(inside).reduce((sum, { rows }) => sum + rows, 0))
      expect(window.below.getTime()).toBe(((page[0]?.day ?? 0) + 1) * MS_PER_DAY)
      expect(window.from.getTime()).toBe((page.at(-1)?.day ?? 0) * MS_PER_DAY)
    }),
    propertyRuns(),
  )
})
