import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { newPeriod, nextPeriod } from './period'
import { paidPeriods, removePeriod } from './remove-period'
import type { PaidPeriod, Running } from './running'

const at = (day: string) => new Date(`${day}T10:00:00Z`)

/** A subscription that was paid so many times in advance, each for another price. */
function paidFor(start: Date, cycle: Running['cycle'], prices: readonly bigint[]): Running {
  const anchorDay = start.getUTCDate()
  const periods: PaidPeriod[] = []
  for (const priceMinor of prices) {
    periods.push({ ...nextPeriod(periods.at(-1)?.end ?? start, { cycle, anchorDay }), priceMinor })
  }
  const [first, ...ahead] = periods.map(({ start, end, priceMinor }) => ({ start, end, priceMinor }))
  if (!first) throw new Error('nothing is paid')
  return { subscriptionId: 'one', version: 1, planId: 2, cycle, status: 'ACTIVE', anchorDay, ...first, ahead }
}

describe('three months paid from the end of January', () => {
  const running = paidFor(at('2027-01-31'), 'MONTHLY', [1n, 2n, 3n])

  test('the last goes alone', () => {
    const { periods } = removePeriod(running, 0, at('2027-02-10'))
    expect(periods).toEqual(paidPeriods(running).slice(0, 2))
  })

  test('what is behind the second takes its place', () => {
    expect(removePeriod(running, 1, at('2027-02-10'))).toEqual({
      periods: [
        { start: at('2027-01-31'), end: at('2027-02-28'), priceMinor: 1n },
        { start: at('2027-02-28'), end: at('2027-03-31'), priceMinor: 3n },
      ],
      anchorDay: 31,
    })
  })

  test('what is behind the one that runs begins now, a whole month each', () => {
    expect(removePeriod(running, 2, at('2027-02-10'))).toEqual({
      periods: [
        { start: at('2027-02-10'), end: at('2027-03-10'), priceMinor: 2n },
        { start: at('2027-03-10'), end: at('2027-04-10'), priceMinor: 3n },
      ],
      anchorDay: 10,
    })
  })

  test('one that is over, or was left out long ago, takes nothing from the others', () => {
    expect(removePeriod(running, 2, at('2027-03-10')).periods).toEqual(paidPeriods(running))
    expect(removePeriod(running, 3, at('2027-02-10')).periods).toEqual(paidPeriods(running))
  })

  test('of one that is all there is, nothing is left, in grace neither', () => {
    const single = paidFor(at('2027-01-31'), 'MONTHLY', [1n])
    expect(removePeriod(single, 0, at('2027-02-10')).periods).toEqual([])
    expect(removePeriod(single, 0, at('2027-03-02')).periods).toEqual([])
  })
})

test('whichever goes, the others are paid one behind the other, each as long as its cycle and for its price', () => {
  const start = fc.date({ min: at('2024-01-01'), max: at('2030-01-01'), noInvalidDate: true })
  const prices = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 5 })
  const whole = fc.record({
    start,
    cycle: fc.constantFrom('MONTHLY', 'YEARLY'),
    prices,
    nth: fc.nat(),
    part: fc.nat(999),
  })
  fc.assert(
    fc.property(whole, ({ start, cycle, prices, nth, part }) => {
      const running = paidFor(start, cycle, prices)
      const all = paidPeriods(running)
      const [index, later] = [nth % all.length, all.length - 1 - (nth % all.length)]
      const now = new Date(start.getTime() + ((running.end.getTime() - start.getTime()) * part) / 1_000)
      const { periods, anchorDay } = removePeriod(running, later, now)
      expect(periods.map(({ priceMinor }) => priceMinor)).toEqual(prices.filter((_, at) => at !== index))
      for (const [at, { start, end }] of periods.entries()) {
        const before = periods[at - 1]
        if (before) expect(start).toEqual(before.end)
        expect([nextPeriod(start, { cycle, anchorDay }).end, newPeriod(start, cycle).end]).toContainEqual(end)
      }
      const last = periods.at(-1)
      if (index > 0) expect(periods[0]).toEqual(all[0])
      else if (periods[0]) expect(periods[0].start).toEqual(now)
      if (last) expect(last.end.getTime()).toBeLessThanOrEqual(all.at(-1)?.end.getTime() ?? 0)
    }),
    propertyRuns(),
  )
})
