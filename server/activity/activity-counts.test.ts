import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  activityCounts,
  deposits,
  requestLog,
  tokenPayoutLines,
  transactions,
  webhookAttempts,
  webhookMessages,
} from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import {
  ago,
  delivery,
  deposit,
  HOUR,
  type Move,
  newToken,
  newWorld,
  payout,
  request,
  transfer,
  transfersTogether,
  type World,
} from './activity-world.test-data'
import { aggregateActivity, pruneActivity } from './aggregate-activity'

openDatabase()

let world: World
let token: Awaited<ReturnType<typeof newToken>>
beforeAll(async () => {
  world = await newWorld()
  token = await newToken(world)
})

/** The sums that charts are made of, steps of duration aside. */
async function counted({ businessId }: World): Promise<string[]> {
  const rows = await workerCtx().db.select().from(activityCounts).where(eq(activityCounts.businessId, businessId))
  return sums(rows.map((row) => ({ ...row, at: row.hour.getTime(), micros: row.usdMicros })))
}

type Sum = { at: number; series: string; label: string; isOk: boolean; n: number; micros: bigint }

function sums(all: readonly Sum[]): string[] {
  const found = new Map<string, { n: number; micros: bigint }>()
  for (const { at, series, label, isOk, n, micros } of all) {
    const key = `${at} ${series} ${label} ${isOk}`
    const before = found.get(key) ?? { n: 0, micros: 0n }
    found.set(key, { n: before.n + n, micros: before.micros + micros })
  }
  const shown = [...found].filter(([, { n, micros }]) => n !== 0 || micros !== 0n)
  return shown.map(([key, { n, micros }]) => `${key} ${n} ${micros}`).toSorted()
}

/** The counts from the rows themselves. */
async function raw({ businessId, address }: World): Promise<string[]> {
  const { db } = workerCtx()
  const hourOf = (date: Date) => Math.floor(date.getTime() / HOUR) * HOUR
  const ended = await db.select().from(transactions).where(eq(transactions.businessId, businessId))
  const received = await db.select().from(deposits).where(eq(deposits.businessId, businessId))
  const paid = await db.select().from(tokenPayoutLines).where(eq(tokenPayoutLines.businessId, businessId))
  const calls = await db.select().from(requestLog).where(eq(requestLog.businessId, businessId))
  const tried = await db
    .select({ attempt: webhookAttempts, url: webhookMessages.url })
    .from(webhookAttempts)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookAttempts.messageId))
    .where(eq(webhookAttempts.businessId, businessId))
  /** Whether its value goes to an address that is no wallet of the business, by the marks of `transfer`. */
  const isOut = ({ type, toAddress, callData }: (typeof ended)[number]) => {
    const data = callData ?? ''
    const isOwn = toAddress === address || data.includes(address.slice(2).toLowerCase())
    return type !== 'TOKEN_OPERATION' && !data.startsWith('0x095ea7b3') && !isOwn
  }
  return sums([
    ...ended.flatMap((row): Sum[] => {
      if (row.status === 'PENDING') return []
      const base = { at: hourOf(row.finalAt ?? row.createdAt), label: row.network, n: 1 }
      const isOk = row.status === 'COMPLETED'
      const moved = isOk && isOut(row) ? (row.valueUsdMicros ?? 0n) : 0n
      const fee = row.feeChargedMicros ?? 0n
      const charged = fee > 0n ? [{ ...base, series: 'fee', isOk: true, micros: fee }] : []
      return [{ ...base, series: 'transaction', isOk, micros: moved }, ...charged]
    }),
    ...received.flatMap((row): Sum[] => {
      if (row.stage !== 'confirmed') return []
      const at = hourOf(row.confirmedAt ?? row.createdAt)
      const micros = row.fromAddress === 'x' ? (row.valueUsdMicros ?? 0n) : 0n
      return [{ at, series: 'deposit', label: 'TESTNET', isOk: true, n: 1, micros }]
    }),
    ...paid.map((row): Sum => {
      // At 1.50 USD a unit of six decimals.
      const micros = row.address === address ? 0n : (row.amountUnits * 3n) / 2n
      return { at: hourOf(row.paidAt), series: 'payout', label: 'TESTNET', isOk: true, n: 1, micros }
    }),
    ...calls.flatMap((row): Sum[] => {
      const base = { at: hourOf(row.createdAt), isOk: row.status < 400, n: 1, micros: 0n }
      return [
        { ...base, series: 'request', label: String(row.status) },
        { ...base, series: 'operation', label: row.operation ?? 'unknown' },
      ]
    }),
    ...tried.map(({ attempt, url }) => {
      const [at, label] = [hourOf(attempt.createdAt), new URL(url).host]
      return { at, series: 'delivery', label, isOk: attempt.error === null, n: 1, micros: 0n }
    }),
  ])
}

const hours = fc.integer({ min: 0, max: 3 })
const to = fc.constantFrom('own' as const, 'outside' as const)
const moves: Move[] = ['transfer', 'sweep', 'call', 'tokenTransfer', 'tokenTransferFrom', 'approval', 'tokenOperation']
const mutations = fc.oneof(
  fc.record({
    act: fc.constant('transfer' as const),
    isOk: fc.boolean(),
    move: fc.constantFrom(...moves),
    to,
    hours,
  }),
  fc.record({
    act: fc.constant('payout' as const),
    to,
    amountUnits: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    isReplaced: fc.boolean(),
    hours,
  }),
  fc.record({
    act: fc.constant('together' as const),
    isOks: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    hours,
  }),
  fc.record({
    act: fc.constant('deposit' as const),
    stages: fc.constantFrom(['seen'] as const, ['seen', 'confirmed'] as const, ['confirmed', 'reverted'] as const),
    isOfToken: fc.boolean(),
    hours,
  }),
  fc.record({
    act: fc.constant('request' as const),
    status: fc.constantFrom(200, 422, 500),
    operation: fc.constantFrom('GET /v1/x', 'POST /v1/x', null),
    hours,
  }),
  fc.record({ act: fc.constant('delivery' as const), error: fc.constantFrom(null, 'refused'), hours }),
  fc.record({ act: fc.constant('fold' as const) }),
  fc.record({ act: fc.constant('rebuild' as const) }),
)

async function rebuild({ since, until }: { since: Date; until: Date }): Promise<void> {
  const hours = sql`${since.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz`
  await workerCtx().db.execute(sql`select rebuild_activity(${hours})`)
}

test('under writers, folding and rebuilding at once the counts equal the sums over the rows', async () => {
  const all = { since: ago(100), until: ago(-100) }
  await fc.assert(
    fc.asyncProperty(fc.array(mutations, { minLength: 6, maxLength: 14 }), async (given) => {
      await Promise.all(
        given.map((one) => {
          if (one.act === 'transfer') return transfer(world, one)
          if (one.act === 'together') return transfersTogether(world, one)
          if (one.act === 'payout') return payout(world, one)
          if (one.act === 'deposit')
            return deposit(world, { ...one, ...(one.isOfToken && { fromAddress: token.contractAddress }) })
          if (one.act === 'request') return request(world, one)
          if (one.act === 'delivery') return delivery(world, one)
          return one.act === 'fold' ? aggregateActivity(workerCtx()) : rebuild(all)
        }),
      )
      expect(await counted(world)).toEqual(await raw(world))
    }),
    propertyRuns(4, 60),
  )
  const before = await counted(world)
  await aggregateActivity(workerCtx())
  await rebuild(all)
  expect(await counted(world)).toEqual(before)
  const isLeft = and(eq(activityCounts.businessId, world.businessId), eq(activityCounts.isFolded, false))
  expect(await workerCtx().db.$count(activityCounts, isLeft)).toBe(0)
})

test('hours that no chart shows go', async () => {
  const own = await newWorld()
  await request(own, { hours: 24 * 401 })
  expect(await counted(own)).toHaveLength(2)
  await pruneActivity(workerCtx())
  expect(await counted(own)).toEqual([])
})
