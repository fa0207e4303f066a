import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { heartbeats, recoveries } from '@/db/schema'
import { claimUntil } from '@/server/alarms/heartbeat'
import type { WorkerCtx } from '@/server/ctx'

/** The steps that run once for each beginning of a recovery; the names of their heartbeats. */
export type RecoveryStep = 'recovery-prepared'

/** Not one by which an operator only stopped sending. */
const IS_OPEN = and(isNull(recoveries.leftAt), ne(recoveries.cause, 'stopped'))

/**
 * True for one caller for each beginning of the open recovery; false while none is open, and for one by which an
 * operator only stopped sending. Within a transaction, with whose commit the step counts as done.
 */
export async function claimStep({ db }: Pick<WorkerCtx, 'db'>, step: RecoveryStep): Promise<boolean> {
  const [open] = await db.select({ since: recoveries.enteredAt }).from(recoveries).where(IS_OPEN)
  if (!open) return false
  return (await claimUntil({ db }, { name: step, until: open.since, firstMs: 1 })) !== null
}

/** For statements: true unless a recovery is open whose step has not run yet. */
export function noStepDue(step: RecoveryStep): SQL {
  return sql`not exists (select from ${recoveries} where ${IS_OPEN} and not ${isDone(step)})`
}

function isDone(step: RecoveryStep): SQL {
  return sql`exists (select from ${heartbeats} where ${eq(heartbeats.name, step)} and ${heartbeats.beatAt} >= ${recoveries.enteredAt})`
}
