import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsDown } from '@/server/money/fraction'
import { koboOfUsdDown } from '@/server/money/fx'
import { paidPeriodsWith, paidUntil, type Running, unusedValue } from '@/server/subscriptions/running'
import { propertyRuns } from '@/server/testing/proof'
import { unitsUp } from '@/server/testing/units-up'
import { type PayableQuote, planPriceMinor, priceSubscription, priceTopUp } from './price-quote'
import { anyCycle, anyMoment, anyPlan, anyRate, anyRunning, JAN_1, paid, RATE, runningAfter } from './quote.test-data'

/** A time in thousandths of the subscription's period, also before its start and after its end. */
const somewhen = fc.integer({ min: -100, max: 1_200 })
const within = ({ start, end, ahead }: Running, thousandths: number) =>
  new Date(
    start.getTime() + Math.floor(((paidUntil({ end, ahead }).getTime() - start.getTime()) * thousandths) / 1_000),
  )

const totalOf = ({ priceMinor, ahead }: Running) => ahead.reduce((sum, period) => sum + period.priceMinor, priceMinor)

test('the credit is never negative, above the paid value or above the new price', () => {
  fc.assert(
    fc.property(anyRunning, anyPlan, anyCycle, somewhen, anyRate, (running, plan, cycle, part, rate) => {
      const quote = priceSubscription({ plan, cycle, running, now: within(running, part), rate })
      if (quote.kind !== 'payable') return
      const price = planPriceMinor(plan, cycle)
      expect(quote.creditMinor).toBeGreaterThanOrEqual(0n)
      expect(quote.creditMinor).toBeLessThan(price)
      expect(quote.creditMinor).toBeLessThanOrEqual(totalOf(running))
      expect(quote.amountMinor + quote.creditMinor).toBe(price)
      expect(quote.fullPriceMinor).toBe(price)
    }),
    propertyRuns(),
  )
})

test('a later change credits less and charges more', () => {
  fc.assert(
    fc.property(anyRunning, somewhen, somewhen, (running, a, b) => {
      const [early, late] = [within(running, Math.min(a, b)), within(running, Math.max(a, b))]
      expect(unitsDown(unusedValue(running, early))).toBeGreaterThanOrEqual(unitsDown(unusedValue(running, late)))
    }),
    propertyRuns(),
  )
})

test('a downgrade is always refused: the rest is worth at least the new plan', () => {
  fc.assert(
    fc.property(anyRunning, anyPlan, anyCycle, somewhen, (running, wanted, cycle, part) => {
      const plan = { ...wanted, planId: running.planId + 1 }
      const now = within(running, part)
      const isDowngrade = unitsDown(unusedValue(running, now)) >= planPriceMinor(plan, cycle)
      const quote = priceSubscription({ plan, cycle, running, now, rate: RATE })
      expect(quote.kind).toBe(isDowngrade ? 'refused' : 'payable')
      const reset = priceSubscription({ plan: { ...plan, proration: 'RESET' }, cycle, running, now, rate: RATE })
      expect(reset.kind).toBe(quote.kind)
    }),
    propertyRuns(),
  )
})

test('a chain of upgrades charges the final plan and the used time, to a kobo for each', () => {
  const step = fc.record({ plan: anyPlan, cycle: anyCycle, part: fc.integer({ min: 0, max: 1_000 }) })
  fc.assert(
    fc.property(anyMoment, fc.array(step, { minLength: 1, maxLength: 12 }), (start, steps) => {
      let running: Running | null = null
      let last: PayableQuote | null = null
      let [charged, usedDown, usedUp] = [0n, 0n, 0n]
      for (const { plan, cycle, part } of steps) {
        const now: Date = running === null ? start : within(running, part)
        const quote = priceSubscription({ plan, cycle, running, now, rate: RATE })
        if (quote.kind !== 'payable' || quote.change === 'RENEWAL') continue
        if (running !== null && last !== null) {
          const left = unusedValue(running, now)
          usedDown += last.fullPriceMinor - unitsUp(left)
          usedUp += last.fullPriceMinor - unitsDown(left)
        }
        charged += quote.amountMinor
        running = runningAfter(quote, { plan, cycle })
        last = quote
      }
      const fresh = last?.fullPriceMinor ?? 0n
      expect(charged).toBeLessThanOrEqual(fresh + usedUp)
      expect(charged).toBeGreaterThanOrEqual(fresh + usedDown)
    }),
    propertyRuns(),
  )
})

test('renewals lose no day and add none, however early they are paid', () => {
  const when = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 12 })
  fc.assert(
    fc.property(anyPlan, anyCycle, when, (plan, cycle, parts) => {
      const first = paid(priceSubscription({ plan, cycle, running: null, now: JAN_1, rate: RATE }))
      let running = runningAfter(first, { plan, cycle })
      let charged = first.amountMinor
      for (const part of parts) {
        const now = within(running, part)
        const before = unusedValue(running, now)
        const quote = paid(priceSubscription({ plan, cycle, running, now, rate: RATE }))
        expect(quote.period.start).toEqual(paidUntil(running))
        const { start, end } = quote.period
        const [current, ...ahead] = paidPeriodsWith(running, { start, end, priceMinor: quote.fullPriceMinor }, now)
        running = { ...running, ...current, ahead }
        charged += quote.amountMinor
        expect(unitsDown(unusedValue(running, now))).toBe(unitsDown(before) + quote.amountMinor)
      }
      expect(unitsDown(unusedValue(running, JAN_1))).toBeLessThanOrEqual(charged)
    }),
    propertyRuns(),
  )
})

test('dollars and naira of one quote are equal at its rate', () => {
  fc.assert(
    fc.property(anyRunning, anyPlan, anyCycle, somewhen, anyRate, (running, plan, cycle, part, rate) => {
      const quote = priceSubscription({ plan, cycle, running, now: within(running, part), rate })
      if (quote.kind !== 'payable') return
      expect(koboOfUsdDown(quote.amountUsdMicros, rate)).toBeGreaterThanOrEqual(quote.amountMinor)
      if (quote.amountUsdMicros > 0n) {
        expect(koboOfUsdDown(quote.amountUsdMicros - 1n, rate)).toBeLessThan(quote.amountMinor)
      }
    }),
    propertyRuns(),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), anyRate, (micros, rate) => {
      const { amountMinor, amountUsdMicros } = priceTopUp(micros, rate)
      expect(amountUsdMicros).toBe(micros)
      expect(amountMinor).toBeGreaterThan(0n)
    }),
    propertyRuns(),
  )
})
