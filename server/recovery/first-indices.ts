import { and, isNotNull, isNull, ne } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import { RECOVERY_ACTOR } from '@/schemas/recovery/words'
import type { WorkerCtx } from '@/server/ctx'

type Ctx = Pick<WorkerCtx, 'db'>
/** From where on businesses get their address indices since a recovery began. */
export type FirstIndex = { firstIndex: number; since: Date }

/** Keeps with the open recovery from where on address indices are handed out since. */
export async function recordFirstIndex({ db }: Ctx, firstIndex: number): Promise<void> {
  await db
    .update(recoveries)
    .set({ firstIndex })
    .where(and(isNull(recoveries.leftAt), ne(recoveries.cause, 'stopped')))
}

export async function listFirstIndices({ db }: Ctx): Promise<FirstIndex[]> {
  const { firstIndex, enteredAt: since } = recoveries
  const rows = await db.select({ firstIndex, since }).from(recoveries).where(isNotNull(firstIndex))
  return rows.flatMap((row) => (row.firstIndex === null ? [] : [{ ...row, firstIndex: row.firstIndex }]))
}

/** Adds a recovery that a restored backup lacks; it has ended. */
export async function recordLostRecovery({ db }: Ctx, { firstIndex, since }: FirstIndex): Promise<void> {
  const message = 'A backup from before this recovery was restored'
  const times = { enteredAt: since, leftAt: since, leftBy: `system:${RECOVERY_ACTOR}` }
  await db.insert(recoveries).values({ cause: 'restored', message, firstIndex, ...times })
}
