import { and, eq, inArray, sum } from 'drizzle-orm'
import { plans, subscriptions, usageCounts } from '@/db/schema'
import { CREDITS, isUsageKind, type MeteredName } from '@/schemas/usage/words'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { usageWindow } from './usage-window'

type UsageInput = {
  businessId: string
  projectId: string
  productId: number
  periodStart: Date
  plan: { subscriptionId: string; startDate: Date }
}
type Used = { usedByKind: Map<MeteredName, number>; rolledOver: Map<MeteredName, number> }

/**
 * The stored usage of a window, and the part of it that was transferred from a previous subscription: an upgrade at a
 * lower price grants no free usage.
 */
export async function findUsed(input: UsageInput, ctx: Pick<WorkerCtx, 'db'> = workerCtx()): Promise<Used> {
  const starts =
    input.periodStart.getTime() === input.plan.startDate.getTime() ? await rolledOverStarts(ctx, input) : []
  const [own, rolledOver] = await Promise.all([sumOf(ctx, input, [input.periodStart]), sumOf(ctx, input, starts)])
  const usedByKind = new Map(own)
  for (const [name, n] of rolledOver) usedByKind.set(name, (usedByKind.get(name) ?? 0) + n)
  return { usedByKind, rolledOver }
}

async function sumOf(
  { db }: Pick<WorkerCtx, 'db'>,
  of: UsageInput,
  starts: readonly Date[],
): Promise<Map<MeteredName, number>> {
  if (starts.length === 0) return new Map()
  const rows = await db
    .select({ kind: usageCounts.kind, n: sum(usageCounts.n).mapWith(Number) })
    .from(usageCounts)
    .where(
      and(
        eq(usageCounts.businessId, of.businessId),
        eq(usageCounts.projectId, of.projectId),
        eq(usageCounts.productId, of.productId),
        inArray(usageCounts.periodStart, [...starts]),
      ),
    )
    .groupBy(usageCounts.kind)
  return new Map(rows.flatMap(({ kind, n }) => (isUsageKind(kind) || kind === CREDITS ? [[kind, n] as const] : [])))
}

/**
 * The start of each window of the replaced subscriptions, as far back as each was replaced in its first month, where
 * the plans prorate.
 */
async function rolledOverStarts({ db }: Pick<WorkerCtx, 'db'>, { businessId, plan }: UsageInput): Promise<Date[]> {
  const starts: Date[] = []
  const seen = new Set<string>()
  let id: string | null = plan.subscriptionId
  let startedAt: Date | null = null
  while (id !== null && !seen.has(id)) {
    seen.add(id)
    const [row] = await db
      .select({ subscription: subscriptions, proration: plans.proration })
      .from(subscriptions)
      .innerJoin(plans, eq(plans.id, subscriptions.planId))
      .where(and(eq(subscriptions.businessId, businessId), eq(subscriptions.id, id)))
    if (!row) break
    const { startDate, replacesId, canceledAt, endDate } = row.subscription
    if (startedAt !== null) {
      // A renewal of the new subscription has a separate window, because the previous one ended long before.
      if ((canceledAt ?? endDate) < startedAt) break
      const { start } = usageWindow(row.subscription, startedAt)
      starts.push(start)
      if (start.getTime() !== startDate.getTime()) break
    }
    if (row.proration !== 'PRORATE') break
    startedAt = startDate
    id = replacesId
  }
  return starts
}
