import { and, eq, gte, sql } from 'drizzle-orm'
import { activityCounts, projects } from '@/db/schema'
import type { ActivityInput, MoneyActivity } from '@/schemas/activity/contract'
import type { ActivityDays } from '@/schemas/activity/words'
import { MS_PER_DAY } from '@/server/durations'
import { findAvailable } from '@/server/ledger/read-available'
import { type ActivityCtx, type Count, periodBefore, readCounts, stepsOf } from './read-counts'
import { toForecast, toMoneyPoint, toMoneyTotals } from './view'

type Network = MoneyActivity['network']
const FORECAST_DAYS = 14
const SERIES: Count['series'][] = ['transaction', 'fee', 'deposit', 'payout']

/**
 * Money in and out, fees and outcomes of a project, by step. Without a wanted network it counts mainnets, or testnets
 * where nothing moved on a mainnet. Its totals come with those of the period before.
 */
export async function getMoney(
  ctx: ActivityCtx & { wanted: Network | null },
  { days }: ActivityInput,
): Promise<MoneyActivity> {
  const { step, starts } = stepsOf(days, ctx.now())
  const [first = 0] = starts
  const [counts, earlier, forecast] = await Promise.all([
    readCounts(ctx, { series: SERIES, step, since: first }),
    readEarlier(ctx, days),
    getForecast(ctx),
  ])
  const network = ctx.wanted ?? usedNetwork(counts) ?? usedNetwork(earlier ?? []) ?? 'MAINNET'
  const own = counts.filter(({ label }) => label === network)
  const points = starts.map((start) =>
    toMoneyPoint(
      start,
      own.filter(({ at }) => at === start),
    ),
  )
  const before = earlier && toMoneyTotals(earlier.filter(({ label }) => label === network))
  return { step, network, points, totals: toMoneyTotals(own), before, forecast }
}

/** The network to show: testnets only where nothing moved on a mainnet; null where nothing moved at all. */
function usedNetwork(counts: readonly Count[]): Network | null {
  const isUsed = (network: Network) => counts.some(({ label, n }) => label === network && n !== 0)
  if (isUsed('MAINNET')) return 'MAINNET'
  return isUsed('TESTNET') ? 'TESTNET' : null
}

/** The counts of the period before; null if the project did not exist at its beginning. */
async function readEarlier(ctx: ActivityCtx, days: ActivityDays): Promise<Count[] | null> {
  const { db, businessId, projectId } = ctx
  const { since, until } = periodBefore(days, ctx.now())
  const [project] = await db
    .select({ createdAt: projects.createdAt })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
  if (!project || project.createdAt.getTime() > since) return null
  return readCounts(ctx, { series: SERIES, step: 'day', since, until })
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
