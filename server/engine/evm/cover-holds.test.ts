import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import type { Payer } from '@/server/ledger/ledger.test-data'
import { findDailyBudget } from '@/server/sponsorship/find-daily-budget'
import { forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { countStatements } from '@/server/testing/count-statements'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { coverHolds } from './cover-holds'
import {
  chainOf,
  coveredMicros,
  drifts,
  HELD,
  KINDS,
  type Kind,
  payerOf,
  queue,
  UNITS_OF_A_MICRO,
} from './covered.test-data'
import type { Queued } from './load-queue'
import type { LanePlan, PlannedTransaction } from './plan-lane'
import type { TurnFacts } from './read-turn-facts'

const FEES = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
const SHORT = 'Insufficient balance to cover the gas fee for this transfer: '

const database = openDatabase()
let statements: Awaited<ReturnType<typeof countStatements>>
beforeAll(async () => {
  statements = await countStatements(database.url)
  process.env.DATABASE_URL = statements.url
})
afterAll(async () => {
  statements.close()
})
beforeEach(forgetShares)

async function planOf(chain: Chain, payer: Payer, send: PlannedTransaction[]): Promise<LanePlan> {
  const { businessId, walletId, address } = payer
  const values = { businessId, walletId, address, chainId: chain.chainId }
  await workerCtx().db.insert(lanes).values(values).onConflictDoNothing()
  const [lane] = await workerCtx().db.select().from(lanes).where(eq(lanes.walletId, walletId))
  if (!lane) throw new Error('the lane is missing')
  const none = { underfunded: [], fail: [], drop: [], waiting: false, owners: new Map() }
  return { ...none, lane, send, gasLeftUnits: 0n, gasFunds: { gasUnits: 0n, isShared: false }, leases: [] }
}

function turnOf(chain: Chain): TurnFacts {
  const state = { funds: new Map(), mined: new Map(), stale: new Set<string>() }
  const nothing = { inFlight: new Map(), outgoing: new Map(), coins: new Map(), reserved: new Map(), judged: new Map() }
  return { chain, fees: FEES, state, ...nothing }
}

/** Planned transactions with these maximum fees, in micro-dollars. */
const costing = (queued: readonly Queued[], micros: readonly bigint[]): PlannedTransaction[] =>
  queued.map((row, n) => ({
    queued: row,
    gasLimit: 0n,
    l1FeeUnits: 0n,
    worstFee: (micros[n] ?? 0n) * UNITS_OF_A_MICRO,
  }))

async function cover(kind: Kind, plans: readonly { payer: Payer; send: PlannedTransaction[] }[]) {
  const chain = await chainOf(kind)
  const made: LanePlan[] = []
  for (const { payer, send } of plans) made.push(await planOf(chain, payer, send))
  return { plans: made, run: () => coverHolds(workerCtx(), turnOf(chain), made) }
}

test.each(KINDS)(
  'the holds of forty transactions are raised with as many statements as that of one (%s)',
  async (kind) => {
    const payers = [await payerOf(kind, 100_000n), await payerOf(kind, 100_000n)] as const
    const raised = async (count: number) => {
      const plans = []
      for (const payer of payers) {
        const queued = await queue(kind, payer, count)
        const wanted = queued.map(() => HELD + 1n)
        plans.push({ payer, send: costing(queued, wanted) })
        // The budget is cached for ten seconds.
        await findDailyBudget({ ...payer, chainId: (await chainOf(kind)).chainId })
      }
      const { run } = await cover(kind, plans)
      const statementCount = await statements.of(run)
      const ids = plans.flatMap(({ send }) => send.map(({ queued }) => queued.id))
      expect(await Promise.all(ids.map(coveredMicros))).toEqual(ids.map(() => HELD + 1n))
      return statementCount
    }
    // Opens the connections.
    await raised(1)
    const ofTwo = await raised(1)
    expect(await raised(20)).toBe(ofTwo)
  },
)

test.each(KINDS)('nothing is queried if no hold has to be raised (%s)', async (kind) => {
  const payer = await payerOf(kind, 100_000n)
  const { run } = await cover(kind, [{ payer, send: costing(await queue(kind, payer, 1), [HELD]) }])
  // Where a business pays, one more statement reads the cost of its delegations and top-ups.
  expect(await statements.of(run)).toBe(kind === 'debited' ? 2 : 0)
})

test.each(KINDS)('a raise that the balance or budget does not cover fails that row only (%s)', async (kind) => {
  const poor = await payerOf(kind, 3n * HELD + 150n)
  const rich = await payerOf(kind, 10_000n)
  const poorSend = costing(await queue(kind, poor, 3), [HELD + 50n, HELD + 300n, HELD + 100n])
  const richSend = costing(await queue(kind, rich, 1), [HELD + 300n])
  const covering = await cover(kind, [
    { payer: poor, send: poorSend },
    { payer: rich, send: richSend },
  ])
  const ids = [...poorSend, ...richSend].map(({ queued }) => queued.id)
  const [small, large, medium, other] = ids
  expect(await covering.run()).toMatchObject([{ id: large, error: `${SHORT}0.0004 USD needed, 0.0002 USD available` }])
  expect(covering.plans.map(({ send }) => send.map(({ queued }) => queued.id))).toEqual([[small, medium], [other]])
  expect(await Promise.all(ids.map(coveredMicros))).toEqual([HELD + 50n, HELD, HELD + 100n, HELD + 300n])
  expect(await drifts()).toEqual([])
})

const raises = fc.array(fc.bigInt(0n, 400n), { minLength: 1, maxLength: 8 })

test.each(KINDS)(
  'raising holds together gives the same result as raising them one by one (%s)',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(raises, fc.bigInt(0n, 900n), async (micros, spare) => {
        const funds = HELD * BigInt(micros.length) + spare
        const [single, together] = [await payerOf(kind, funds), await payerOf(kind, funds)]
        const oneByOne = costing(await queue(kind, single, micros.length), micros)
        const atOnce = costing(await queue(kind, together, micros.length), micros)
        const failed: boolean[] = []
        for (const each of oneByOne)
          failed.push((await (await cover(kind, [{ payer: single, send: [each] }])).run()).length > 0)
        const doomed = await (await cover(kind, [{ payer: together, send: atOnce }])).run()
        expect(atOnce.map(({ queued }) => doomed.some(({ id }) => id === queued.id))).toEqual(failed)
        expect(await Promise.all(atOnce.map(({ queued }) => coveredMicros(queued.id)))).toEqual(
          await Promise.all(oneByOne.map(({ queued }) => coveredMicros(queued.id))),
        )
        expect(await drifts()).toEqual([])
      }),
      propertyRuns(3, 24),
    )
  },
  60_000,
)

test.each(KINDS)('batches with the same businesses in opposite orders do not deadlock (%s)', async (kind) => {
  const payers = await Promise.all([1, 2, 3].map(() => payerOf(kind, 100_000n)))
  const queues: { payer: Payer; queued: Queued[] }[] = []
  for (const payer of payers) queues.push({ payer, queued: await queue(kind, payer, 6) })
  const runs = []
  for (let n = 1; n <= 6; n++) {
    const plans = queues.map(({ payer, queued }) => ({
      payer,
      send: costing(
        queued,
        queued.map((_, position) => HELD + BigInt(n + position)),
      ),
    }))
    runs.push((await cover(kind, n % 2 === 0 ? plans : plans.toReversed())).run)
  }
  expect((await Promise.all(runs.map((run) => run()))).flat()).toEqual([])
  expect(await drifts()).toEqual([])
})
