import { oncePerProcess } from '@/db/once-per-process'
import { alarmChannels } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { notifyChannel } from './notify-channel'

const atWork = () => oncePerProcess('alarm-channels', () => new Set<string>())

/**
 * Lets every channel be told what it is to know, each by itself: one that does not answer holds up no other. No job,
 * because a job engine that is silent is one of the things to tell. Returns before the messages have left.
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
    logger().error({ err: error, failed: 'alarm channel', channelId: id }, 'an alarm channel could not be told')
  } finally {
    busy.delete(id)
  }
}
