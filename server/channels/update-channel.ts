import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { alarmChannels } from '@/db/schema'
import type { channelRef, setChannelActiveInput, updateChannelInput } from '@/schemas/channels/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { dropMessages } from '@/server/mail/drop-messages'
import { NAME_TAKEN } from './add-channel'
import { toQuietColumns } from './view'

/** Changes which notices a channel gets and when. Throws not_found, conflict. */
export async function updateChannel(ctx: OperatorCtx, input: z.output<typeof updateChannelInput>): Promise<void> {
  const { channelId, name, leastSeverity, quietHours } = input
  const others = await ctx.db
    .select({ id: alarmChannels.id })
    .from(alarmChannels)
    .where(and(eq(alarmChannels.name, name), ne(alarmChannels.id, channelId)))
  if (others.length > 0) throw new ApiError('conflict', NAME_TAKEN)
  await change(ctx, channelId, { name, leastSeverity, ...toQuietColumns(quietHours) })
  const detail = { name, leastSeverity, quietHours }
  await appendPlatformAudit(ctx, { action: 'alarm-channel.updated', target: channelId, detail })
}

/** Pauses a channel, which drops its waiting messages, or resumes it. Throws not_found. */
export async function setChannelActive(ctx: OperatorCtx, input: z.output<typeof setChannelActiveInput>): Promise<void> {
  const { channelId, isActive } = input
  const { name } = await change(ctx, channelId, { isActive })
  if (!isActive) await dropMessages(ctx, { channelId, because: 'Its channel was paused' })
  const action = isActive ? 'alarm-channel.resumed' : 'alarm-channel.paused'
  await appendPlatformAudit(ctx, { action, target: channelId, detail: { name } })
}

/** Deletes a channel and its address. Throws not_found. */
export async function removeChannel(ctx: OperatorCtx, { channelId }: z.output<typeof channelRef>): Promise<void> {
  const [removed] = await ctx.db
    .delete(alarmChannels)
    .where(eq(alarmChannels.id, channelId))
    .returning({ name: alarmChannels.name })
  if (!removed) throw notFound('Alarm channel')
  await dropMessages(ctx, { channelId, because: 'Its channel was removed' })
  await appendPlatformAudit(ctx, { action: 'alarm-channel.removed', target: channelId, detail: removed })
}

async function change(ctx: OperatorCtx, channelId: string, terms: Partial<typeof alarmChannels.$inferInsert>) {
  const [row] = await ctx.db
    .update(alarmChannels)
    .set(terms)
    .where(eq(alarmChannels.id, channelId))
    .returning({ name: alarmChannels.name })
  if (!row) throw notFound('Alarm channel')
  return row
}
