import { asc, getTableColumns } from 'drizzle-orm'
import { alarmChannels } from '@/db/schema'
import type { ChannelRows } from '@/schemas/channels/contract'
import type { OperatorCtx } from '@/server/ctx'
import { readLastAttempts } from './read-last-attempts'
import { toChannel } from './view'

/** Every channel by its name, with the outcome of its last message. */
export async function listChannels(ctx: OperatorCtx): Promise<ChannelRows> {
  const { targetSealed: _, ...columns } = getTableColumns(alarmChannels)
  const rows = await ctx.db.select(columns).from(alarmChannels).orderBy(asc(alarmChannels.name))
  const tries = await readLastAttempts(ctx)
  return { items: rows.map((row) => toChannel(row, tries.get(row.id))) }
}
