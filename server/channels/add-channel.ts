import { alarmChannels } from '@/db/schema'
import type { AddChannelInput } from '@/schemas/channels/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import type { PreparedChannel } from './prepare-channel'
import { toQuietColumns } from './view'

type New = AddChannelInput & { prepared: PreparedChannel }

/** Adds a channel, after `prepareChannel`. Its first notice lists the open alarms. Throws conflict. */
export async function addChannel(ctx: OperatorCtx, input: New): Promise<{ id: string }> {
  const { kind, name, leastSeverity, quietHours, prepared } = input
  const row = { ...prepared, kind, name, leastSeverity, ...toQuietColumns(quietHours), createdBy: actorName(ctx.actor) }
  const added = await ctx.db.insert(alarmChannels).values(row).onConflictDoNothing().returning({ id: alarmChannels.id })
  if (added.length === 0) throw new ApiError('conflict', NAME_TAKEN)
  const { id, targetHint } = prepared
  const detail = { kind, name, targetHint, leastSeverity, quietHours }
  await appendPlatformAudit(ctx, { action: 'alarm-channel.added', target: id, detail })
  return { id }
}

/** Its name is what an alarm about it says. */
export const NAME_TAKEN = 'Another channel has this name.'
