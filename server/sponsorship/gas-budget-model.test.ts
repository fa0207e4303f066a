import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inWorker, workerCtx } from '@/server/ctx'
import { budgetDrift } from '@/server/testing/budget-drift'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { budgetDay } from './find-daily-budget'
import { raiseReservations } from './raise-reservations'
import { releaseStaleShares } from './release-stale-shares'
import { settleBudgets } from './settle-budgets'
import { acceptSponsored, ageShares, CHAIN_ID, createSponsored, dayOf, forgetShares } from './sponsorship.test-data'

openDatabase()

const DAILY = 1_000n
const DAYS_AGO = [0, 1, 2] as const
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const micros = fc.bigInt(1n, 400n)
const which = fc.nat({ max: 30 })
const command = fc.oneof(
  fc.record({ step: fc.constant('accept' as const), micros, daysAgo: fc.constantFrom(...DAYS_AGO) }),
  fc.record({
    step: fc.constant('raise' as const),
    all: fc.array(fc.record({ which, micros }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ step: fc.constant('settle' as const), which, percent: fc.bigInt(0n, 100n) }),
  fc.record({ step: fc.constant('crash' as const) }),
  fc.record({ step: fc.constant('close' as const) }),
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

test('whatever is accepted, raised, settled and lost, at once or in turn: no day gives out more than its budget, and nothing stays reserved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      forgetShares()
      const payer = await createSponsored(DAILY)
      const reserved = new Map<string, bigint>()
      const settle = async (transactionId: string, costMicros: bigint) => {
        reserved.delete(transactionId)
        await inWorker(({ db, now }) => settleBudgets(db, [{ transactionId, costMicros }], now()))
      }
      const run = async (one: Command) => {
        if (one.step === 'crash') return forgetShares()
        if (one.step === 'close') {
          // Only what nobody uses any more grows so old.
          forgetShares()
          await ageShares()
          return releaseStaleShares(workerCtx())
        }
        if (one.step === 'accept') {
          const asked = { micros: one.micros, at: dayAgo(one.daysAgo) }
          const id = await acceptSponsored(payer, asked).catch(() => null)
          return id && reserved.set(id, one.micros)
        }
        if (reserved.size === 0) return
        const idOf = (n: number) => [...reserved.keys()][n % reserved.size] ?? ''
        if (one.step === 'settle') {
          const id = idOf(one.which)
          return settle(id, ((reserved.get(id) ?? 0n) * one.percent) / 100n)
        }
        const raises = one.all.map((each) => ({
          businessId: payer.businessId,
          transactionId: idOf(each.which),
          toMicros: each.micros,
        }))
        const raised = await raiseReservations(CHAIN_ID, raises)
        for (const [position, { transactionId: id, toMicros }] of raises.entries()) {
          const outcome = raised[position]
          const held = reserved.get(id)
          if (!outcome?.isCovered) expect(outcome?.availableMicros).toBeLessThan(toMicros)
          else if (held !== undefined && toMicros > held) reserved.set(id, toMicros)
        }
      }
      for (const round of rounds) {
        const isAlone = round.some(({ step }) => step === 'close')
        if (isAlone) for (const one of round) await run(one)
        else await Promise.all(round.map(run))
        expect(await budgetDrift(workerCtx().db)).toEqual([])
        for (const daysAgo of DAYS_AGO) {
          const day = await dayOf(payer, budgetDay(dayAgo(daysAgo)))
          expect(day.reserved + day.spent).toBeLessThanOrEqual(DAILY)
        }
      }
      for (const id of [...reserved.keys()]) await settle(id, 0n)
      forgetShares()
      await ageShares()
      await releaseStaleShares(workerCtx())
      for (const daysAgo of DAYS_AGO) expect((await dayOf(payer, budgetDay(dayAgo(daysAgo)))).reserved).toBe(0n)
    }),
    propertyRuns(10, 200),
  )
})
