import { oncePerProcess } from '@/db/once-per-process'
import { alarmChannels } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { notifyChannel } from './notify-channel'

const atWork = () => oncePerProcess('alarm-channels', () => new Set<string>())

/**
 * Notifies every channel independently: one that does not answer does not delay the others. It is not a job, because a
 * silent job engine is one of the alarms to report. Returns before the messages are sent.
 */
export async function notifyChannels(ctx: WorkerCtx): Promise<void> {
  const channels = await ctx.db.select({ id: alarmChannels.id }).from(alarmChannels)
  for (const { id } of channels) void notifyOne(ctx, id)
}

async function notifyOne(ctx: WorkerCtx, id: string): Promise<void> {
  const busy = atWork()
  if (busy.has(id)) return
  busy.add(id)
  try {
    await notifyChannel(ctx, id)
  } catch (error) {
    logger().error({ err: error, failed: 'alarm channel', channelId: id }, 'an alarm channel could not be notified')
  } finally {
    busy.delete(id)
  }
}
