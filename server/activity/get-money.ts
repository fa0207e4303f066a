import { and, eq, gte, sql } from 'drizzle-orm'
import { activityCounts } from '@/db/schema'
import type { ActivityInput, MoneyActivity } from '@/schemas/activity/contract'
import { MS_PER_DAY } from '@/server/durations'
import { findAvailable } from '@/server/ledger/read-available'
import { type ActivityCtx, readCounts, stepsOf } from './read-counts'
import { toForecast, toMoneyPoint, toMoneyTotals } from './view'

type Network = MoneyActivity['network']
const FORECAST_DAYS = 14

/**
 * Money in and out, fees and outcomes of a project, by step. Without a wanted network it counts mainnets, or testnets
 * where nothing moved on a mainnet.
 */
export async function getMoney(
  ctx: ActivityCtx & { wanted: Network | null },
  { days }: ActivityInput,
): Promise<MoneyActivity> {
  const { step, starts } = stepsOf(days, ctx.now())
  const [first = 0] = starts
  const [counts, forecast] = await Promise.all([
    readCounts(ctx, { series: ['transaction', 'fee', 'deposit'], step, since: first }),
    getForecast(ctx),
  ])
  const isMainnetUsed = counts.some(({ label, n }) => label === 'MAINNET' && n !== 0)
  const isTestnetUsed = counts.some(({ label, n }) => label === 'TESTNET' && n !== 0)
  const network = ctx.wanted ?? (!isMainnetUsed && isTestnetUsed ? 'TESTNET' : 'MAINNET')
  const own = counts.filter(({ label }) => label === network)
  const points = starts.map((start) =>
    toMoneyPoint(
      start,
      own.filter(({ at }) => at === start),
    ),
  )
  return { step, network, points, totals: toMoneyTotals(own), forecast }
}

/** How long the USD balance of the business lasts at the pace of the last two weeks, over all its projects. */
async function getForecast({
  db,
  businessId,
  now,
}: Omit<ActivityCtx, 'projectId'>): Promise<MoneyActivity['forecast']> {
  const since = new Date(Math.floor(now().getTime() / MS_PER_DAY) * MS_PER_DAY - (FORECAST_DAYS - 1) * MS_PER_DAY)
  const [charged] = await db
    .select({ micros: sql<string>`coalesce(sum(${activityCounts.usdMicros}), 0)::text` })
    .from(activityCounts)
    .where(
      and(eq(activityCounts.businessId, businessId), eq(activityCounts.series, 'fee'), gte(activityCounts.hour, since)),
    )
  const availableMicros = await findAvailable(db, businessId)
  const perDay = BigInt(charged?.micros ?? '0') / BigInt(FORECAST_DAYS)
  if (perDay <= 0n || availableMicros === null) return null
  return toForecast(availableMicros, perDay)
}
