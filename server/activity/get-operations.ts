import type { ActivityInput, OperationActivity } from '@/schemas/activity/contract'
import { groupsOf } from './groups-of'
import { type ActivityCtx, readCounts, stepsOf } from './read-counts'
import { toOperationActivity, toOperationRow } from './view'

/** The operations that a project called, by step: outcomes and percentiles, those with most failures first. */
export async function getOperations(ctx: ActivityCtx, { days }: ActivityInput): Promise<OperationActivity> {
  const { step, starts } = stepsOf(days, ctx.now())
  const counts = await readCounts(ctx, { series: ['operation'], step, since: starts[0] ?? 0 })
  const byOperation = groupsOf(counts, ({ label }) => label)
  const rows = [...byOperation].map(([operation, own]) => toOperationRow(operation, starts, own))
  const worst = rows.toSorted((a, b) => b.failed - a.failed || b.ok - a.ok || a.operation.localeCompare(b.operation))
  return toOperationActivity({ step, starts }, worst)
}
