import { and, eq, inArray } from 'drizzle-orm'
import { indexerSubscriptions, webhookEndpoints } from '@/db/schema'
import type { ActivityInput, DeliveryActivity, RequestActivity } from '@/schemas/activity/contract'
import { isUuid } from '@/server/text/is-uuid'
import { groupsOf } from './groups-of'
import { type ActivityCtx, readCounts, stepsOf } from './read-counts'
import { sumOf, toOutcomes, toRatePoint, toRateTotals } from './view'

const MAX_GROUPS = 10

/** The calls of a project to `/v1`, by step: outcomes, percentiles of their duration, and failures by status. */
export async function getRequests(ctx: ActivityCtx, { days }: ActivityInput): Promise<RequestActivity> {
  const { counts, ...rates } = await readRates(ctx, { series: 'request', days })
  const failed = counts.filter(({ isOk }) => !isOk)
  const byStatus = [...groupsOf(failed, ({ label }) => label)].map(([status, own]) => ({ status, n: sumOf(own) }))
  return { ...rates, byStatus: byStatus.toSorted((a, b) => b.n - a.n).slice(0, MAX_GROUPS) }
}

/** The delivery attempts of a project, by step and by destination. */
export async function getDeliveries(ctx: ActivityCtx, { days }: ActivityInput): Promise<DeliveryActivity> {
  const { counts, ...rates } = await readRates(ctx, { series: 'delivery', days })
  const groups = [...groupsOf(counts, ({ label }) => label)]
    .map(([id, own]) => ({ id, ...toOutcomes(own) }))
    .toSorted((a, b) => b.failed - a.failed || b.ok - a.ok)
    .slice(0, MAX_GROUPS)
  const names = await namesOf(
    ctx,
    groups.map(({ id }) => id),
  )
  return {
    ...rates,
    byDestination: groups.map(({ id, ok, failed }) => ({ id, name: names.get(id) ?? id, ok, failed })),
  }
}

async function readRates(ctx: ActivityCtx, { series, days }: ActivityInput & { series: 'request' | 'delivery' }) {
  const { step, starts } = stepsOf(days, ctx.now())
  const counts = await readCounts(ctx, { series: [series], step, since: starts[0] ?? 0 })
  const points = starts.map((start) =>
    toRatePoint(
      start,
      counts.filter(({ at }) => at === start),
    ),
  )
  return { step, points, totals: toRateTotals(counts), counts }
}

/** The URLs of stored receivers by their id; deleted ones too. */
async function namesOf({ db, businessId }: ActivityCtx, labels: readonly string[]): Promise<Map<string, string>> {
  const ids = labels.filter(isUuid)
  if (ids.length === 0) return new Map()
  const [endpoints, subscriptions] = await Promise.all([
    db
      .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.businessId, businessId), inArray(webhookEndpoints.id, ids))),
    db
      .select({ id: indexerSubscriptions.id, url: indexerSubscriptions.webhookUrl })
      .from(indexerSubscriptions)
      .where(and(eq(indexerSubscriptions.businessId, businessId), inArray(indexerSubscriptions.id, ids))),
  ])
  return new Map([...endpoints, ...subscriptions].map(({ id, url }) => [id, url]))
}
