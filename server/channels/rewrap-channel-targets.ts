import { and, eq } from 'drizzle-orm'
import { alarmChannels } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Rewrapped, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { targetUse } from './target-use'

/** Puts where every alarm channel sends to under the current key-encryption key. */
export async function rewrapChannelTargets({ db }: WorkerCtx): Promise<Rewrapped> {
  const { id, targetSealed } = alarmChannels
  return rewrapColumns(await db.select({ id, targetSealed }).from(alarmChannels), {
    columns: ['targetSealed'],
    nameOf: (id) => `target of alarm channel ${id}`,
    secretUseOf: targetUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(alarmChannels)
        .set({ [column]: moved })
        .where(and(eq(alarmChannels.id, id), eq(alarmChannels[column], sealed))),
  })
}
