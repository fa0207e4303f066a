import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { activityCounts } from '@/db/schema'
import type { ACTIVITY_SERIES } from '@/db/schema/activity'
import type { ActivityStep } from '@/schemas/activity/contract'
import type { ActivityDays } from '@/schemas/activity/words'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'

export type ActivityCtx = Pick<TenantCtx, 'db' | 'businessId' | 'now'> & { projectId: string }
type Series = (typeof ACTIVITY_SERIES)[number]

export type Count = {
  series: Series
  /** Start of the step, ms since 1970. */
  at: number
  label: string
  isOk: boolean
  bucket: number
  n: number
  micros: bigint
}

/** The steps of a chart, oldest first, as ms since 1970; the last one has not ended. */
export function stepsOf(days: ActivityDays, now: Date): { step: ActivityStep; starts: number[] } {
  const step = days === '1' ? 'hour' : 'day'
  const ms = step === 'hour' ? MS_PER_HOUR : MS_PER_DAY
  const count = step === 'hour' ? 24 : Number(days)
  const last = Math.floor(now.getTime() / ms) * ms
  return { step, starts: Array.from({ length: count }, (_, index) => last - (count - 1 - index) * ms) }
}

/** The period of the same length before these steps, which ends at the hour that corresponds to the present one. */
export function periodBefore(days: ActivityDays, now: Date): { since: number; until: number } {
  const { step, starts } = stepsOf(days, now)
  const length = starts.length * (step === 'hour' ? MS_PER_HOUR : MS_PER_DAY)
  const hourEnd = (Math.floor(now.getTime() / MS_PER_HOUR) + 1) * MS_PER_HOUR
  return { since: (starts[0] ?? 0) - length, until: hourEnd - length }
}

type CountsInput = {
  series: Series[]
  step: ActivityStep
  since: number
  /** Without it, up to now. */
  until?: number
}

/** The counts of these steps: sums over what triggers added and the job folded. */
export async function readCounts(
  { db, businessId, projectId }: ActivityCtx,
  { series, step, since, until }: CountsInput,
): Promise<Count[]> {
  const { hour, label, isOk, bucket, n, usdMicros } = activityCounts
  const at = sql<number>`(extract(epoch from date_trunc(${sql.raw(`'${step}'`)}, ${hour}, 'UTC')) * 1000)::float8`
  const rows = await db
    .select({
      series: activityCounts.series,
      at: at.as('at'),
      label,
      isOk,
      bucket,
      n: sql<number>`sum(${n})::float8`,
      micros: sql<string>`sum(${usdMicros})::text`,
    })
    .from(activityCounts)
    .where(
      and(
        eq(activityCounts.businessId, businessId),
        eq(activityCounts.projectId, projectId),
        inArray(activityCounts.series, series),
        gte(hour, new Date(since)),
        until === undefined ? undefined : lt(hour, new Date(until)),
      ),
    )
    .groupBy(activityCounts.series, sql`2`, label, isOk, bucket)
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }))
}
