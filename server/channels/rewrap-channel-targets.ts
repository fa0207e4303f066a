import { and, eq } from 'drizzle-orm'
import { alarmChannels, noticeChannels } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { targetUse } from './target-use'

/** Rewraps the targets of alarm channels with the current key-encryption key. */
export function rewrapChannelTargets(ctx: WorkerCtx): Promise<RewrapResult> {
  return rewrapTargets(ctx, { table: alarmChannels, name: 'alarm channel' })
}

/** Rewraps the targets of a project's channels with the current key-encryption key. */
export function rewrapNoticeChannelTargets(ctx: WorkerCtx): Promise<RewrapResult> {
  return rewrapTargets(ctx, { table: noticeChannels, name: 'notice channel' })
}

type Channels = { table: typeof alarmChannels | typeof noticeChannels; name: string }

async function rewrapTargets({ db }: WorkerCtx, { table, name }: Channels): Promise<RewrapResult> {
  const { id, targetSealed } = table
  return rewrapColumns(await db.select({ id, targetSealed }).from(table), {
    columns: ['targetSealed'],
    nameOf: (id) => `target of ${name} ${id}`,
    secretUseOf: targetUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(table)
        .set({ [column]: moved })
        .where(and(eq(table.id, id), eq(table[column], sealed))),
  })
}
