import { and, eq, inArray } from 'drizzle-orm'
import { indexerSubscriptions, webhookEndpoints } from '@/db/schema'
import type { ActivityInput, DeliveryActivity, DestinationAttempts, RequestActivity } from '@/schemas/activity/contract'
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
  const stored = await destinationsOf(
    ctx,
    groups.map(({ id }) => id),
  )
  const byDestination = groups.map((group) => ({
    kind: 'host' as const,
    name: group.id,
    ...stored.get(group.id),
    ...group,
  }))
  return { ...rates, byDestination }
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

/** Endpoints and event subscriptions by their id, with their URL; deleted ones too. */
async function destinationsOf({ db, businessId }: ActivityCtx, labels: readonly string[]) {
  const ids = labels.filter(isUuid)
  const found = new Map<string, Pick<DestinationAttempts, 'kind' | 'name'>>()
  if (ids.length === 0) return found
  const [endpoints, subscriptions] = await Promise.all([
    db
      .select({ id: webhookEndpoints.id, name: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.businessId, businessId), inArray(webhookEndpoints.id, ids))),
    db
      .select({ id: indexerSubscriptions.id, name: indexerSubscriptions.webhookUrl })
      .from(indexerSubscriptions)
      .where(and(eq(indexerSubscriptions.businessId, businessId), inArray(indexerSubscriptions.id, ids))),
  ])
  for (const { id, name } of endpoints) found.set(id, { kind: 'endpoint', name })
  for (const { id, name } of subscriptions) found.set(id, { kind: 'subscription', name })
  return found
}
