import { isNull } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import { claimUntil } from '@/server/alarms/heartbeat'
import type { WorkerCtx } from '@/server/ctx'

/**
 * True for one caller for each beginning of the open recovery; false while none is open, and for one by which an
 * operator only stopped sending. Within a transaction, with whose commit it counts as prepared.
 */
export async function claimPreparation({ db }: Pick<WorkerCtx, 'db'>): Promise<boolean> {
  const [open] = await db
    .select({ since: recoveries.enteredAt, cause: recoveries.cause })
    .from(recoveries)
    .where(isNull(recoveries.leftAt))
  if (!open || open.cause === 'stopped') return false
  return (await claimUntil({ db }, { name: 'recovery-prepared', until: open.since, firstMs: 1 })) !== null
}
