import { and, isNotNull, isNull, ne } from 'drizzle-orm'
import { madeAt } from '@/db/new-id'
import { recoveries } from '@/db/schema'
import { RECOVERY_ACTOR } from '@/schemas/recovery/words'
import type { WorkerCtx } from '@/server/ctx'

type Ctx = Pick<WorkerCtx, 'db'>
/** From where on businesses get their address indices since a recovery began. */
export type FirstIndex = { firstIndex: number; since: Date }

/** Stores with the open recovery the first address indices that are handed out since. */
export async function recordFirstIndex({ db }: Ctx, firstIndex: number): Promise<void> {
  await db
    .update(recoveries)
    .set({ firstIndex })
    .where(and(isNull(recoveries.leftAt), ne(recoveries.cause, 'stopped')))
}

export async function listFirstIndices(ctx: Ctx): Promise<FirstIndex[]> {
  return (await readFirstIndices(ctx)).map(({ firstIndex, since }) => ({ firstIndex, since }))
}

/**
 * The highest first index, and when a recovery last began for the first time. One that was open in a restored backup
 * began again with each restore of it, so the later time would be the same distance from each.
 */
export async function findLastFirstIndex(ctx: Ctx): Promise<FirstIndex | null> {
  const rows = await readFirstIndices(ctx)
  if (rows.length === 0) return null
  const begun = rows.map(({ id, since }) => Math.min(madeAt(id).getTime(), since.getTime()))
  return { firstIndex: Math.max(...rows.map(({ firstIndex }) => firstIndex)), since: new Date(Math.max(...begun)) }
}

/** Adds a recovery that a restored backup lacks; it has ended. */
export async function recordLostRecovery({ db }: Ctx, { firstIndex, since }: FirstIndex): Promise<void> {
  const message = 'A backup from before this recovery was restored'
  const times = { enteredAt: since, leftAt: since, leftBy: `system:${RECOVERY_ACTOR}` }
  await db.insert(recoveries).values({ cause: 'restored', message, firstIndex, ...times })
}

async function readFirstIndices({ db }: Ctx): Promise<(FirstIndex & { id: string })[]> {
  const { id, firstIndex, enteredAt: since } = recoveries
  const rows = await db.select({ id, firstIndex, since }).from(recoveries).where(isNotNull(firstIndex))
  return rows.flatMap((row) => (row.firstIndex === null ? [] : [{ ...row, firstIndex: row.firstIndex }]))
}
