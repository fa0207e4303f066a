import { and, eq, gte, min, sql } from 'drizzle-orm'
import { activityCounts, projects } from '@/db/schema'
import type { ActivityInput, MoneyActivity } from '@/schemas/activity/contract'
import type { ActivityDays } from '@/schemas/activity/words'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'
import { findAvailable } from '@/server/ledger/read-available'
import { COST_WINDOW_DAYS, dailyCostUp } from './daily-cost'
import { type ActivityCtx, type Count, periodBefore, readCounts, stepsOf } from './read-counts'
import { toForecast, toMoneyPoint, toMoneyTotals } from './view'

type Network = MoneyActivity['network']
const SERIES: Count['series'][] = ['transaction', 'fee', 'deposit', 'payout']

/**
 * Money in and out, fees and outcomes of a project, by step. Without a wanted network it counts mainnets, or testnets
 * where nothing moved on a mainnet. Its totals come with those of the period before.
 */
export async function getMoney(
  ctx: ActivityCtx & { requestedNetwork: Network | null },
  { days }: ActivityInput,
): Promise<MoneyActivity> {
  const { step, starts } = stepsOf(days, ctx.now())
  const [first = 0] = starts
  const [counts, earlier, forecast] = await Promise.all([
    readCounts(ctx, { series: SERIES, step, since: first }),
    readEarlier(ctx, days),
    getForecast(ctx),
  ])
  const network = ctx.requestedNetwork ?? usedNetwork(counts) ?? usedNetwork(earlier ?? []) ?? 'MAINNET'
  const own = counts.filter(({ label }) => label === network)
  const points = starts.map((start) =>
    toMoneyPoint(
      start,
      own.filter(({ at }) => at === start),
    ),
  )
  const before = earlier && toMoneyTotals(earlier.filter(({ label }) => label === network))
  return {
    step,
    network,
    points,
    totals: toMoneyTotals(own),
    before,
    forecast: network === 'MAINNET' ? forecast : null,
  }
}

/** The network to show: testnets only where nothing moved on a mainnet; null if nothing moved at all. */
function usedNetwork(counts: readonly Count[]): Network | null {
  const isUsed = (network: Network) => counts.some(({ label, n }) => label === network && n !== 0)
  if (isUsed('MAINNET')) return 'MAINNET'
  return isUsed('TESTNET') ? 'TESTNET' : null
}

/** The counts of the previous period; null if the project did not exist at its beginning. */
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

/**
 * The days for which the USD balance of the business lasts at the rate of its charges in all its projects: since the
 * first charge, at most over the last two weeks. Null before a day of charges.
 */
async function getForecast({
  db,
  businessId,
  now,
}: Omit<ActivityCtx, 'projectId'>): Promise<MoneyActivity['forecast']> {
  const at = now()
  const start = new Date(Math.floor(at.getTime() / MS_PER_HOUR) * MS_PER_HOUR - COST_WINDOW_DAYS * MS_PER_DAY)
  const { hour, usdMicros } = activityCounts
  const ofWindow = sql`filter (where ${gte(hour, start)})`
  const [charged] = await db
    .select({
      micros: sql<string>`coalesce(sum(${usdMicros}) ${ofWindow}, 0)::text`,
      first: min(hour),
    })
    .from(activityCounts)
    .where(and(eq(activityCounts.businessId, businessId), eq(activityCounts.series, 'fee')))
  const availableMicros = await findAvailable(db, businessId)
  if (!charged?.first || availableMicros === null) return null
  const since = charged.first > start ? charged.first : start
  const cost = dailyCostUp({ micros: BigInt(charged.micros), since }, at)
  return cost && cost.perDayMicros > 0n ? toForecast(availableMicros, cost) : null
}
