import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ExceptionCount } from '@/schemas/exceptions/contract'
import type { OperatorCtx } from '@/server/ctx'
import { waiting } from './list-exceptions'
import { toExceptionCount } from './view'

const counted = z.object({
  count: z.number(),
  oldestAt: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : new Date(text))),
})

/** The number of exceptions that wait for an operator, and the time since which the oldest does. */
export async function countExceptions(ctx: Pick<OperatorCtx, 'db' | 'now'>): Promise<ExceptionCount> {
  const [row] = await ctx.db.execute(sql`
    select count(*)::int as count, to_char(min(w.at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestAt"
    from ${waiting(ctx, {})}`)
  return toExceptionCount(counted.parse(row))
}
