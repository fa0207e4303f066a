import { and, eq } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { mailMessages, noticeChannels } from '@/db/schema'
import { openTransport, type Post } from '@/server/channels/open-transport'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { dropOrphanedMessages } from '@/server/mail/drop-messages'
import { sendMails } from '@/server/mail/send-mails'
import type { NoticeChannelRow } from './own-channel'

const AT_ONCE = 16
/** Longer than one message may take; a turn begins no other after `RUN_MS`. */
const LEASE_MS = 30_000
const RUN_MS = 5_000
const MAX_PROBLEM = 300

const running = () => oncePerProcess('notice-channels', () => ({ isBusy: false }))

/** Sends the queued messages of project channels, unless this process does so already. Returns at once. */
export async function notifyNoticeChannels(ctx: WorkerCtx): Promise<void> {
  const state = running()
  if (state.isBusy) return
  state.isBusy = true
  void sendWaiting(ctx)
    .catch((error: unknown) => logger().error({ err: error, failed: 'notice channels' }, 'notices could not be sent'))
    .finally(() => {
      state.isBusy = false
    })
}

/** Sends what waits: one channel that does not answer delays at most a sixteenth of the others. */
export async function sendWaiting(ctx: WorkerCtx, post?: Post): Promise<void> {
  await dropUnwanted(ctx)
  const channels = await ctx.db
    .selectDistinct({ channel: noticeChannels })
    .from(noticeChannels)
    .innerJoin(mailMessages, eq(mailMessages.channelId, noticeChannels.id))
    .where(and(eq(mailMessages.status, 'pending'), eq(noticeChannels.isActive, true)))
  const waiting = channels.map(({ channel }) => channel)
  const sendOn = async () => {
    for (let channel = waiting.shift(); channel; channel = waiting.shift()) await sendTo(ctx, channel, post)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
}

async function sendTo(ctx: WorkerCtx, channel: NoticeChannelRow, post?: Post): Promise<void> {
  const note = (set: Partial<NoticeChannelRow>) =>
    inWorker(({ db }) =>
      db
        .update(noticeChannels)
        .set({ ...set, updatedAt: ctx.now() })
        .where(eq(noticeChannels.id, channel.id)),
    )
  const open = () => {
    const way = openTransport(channel, post)
    const send: typeof way.send = async (message) => {
      try {
        await way.send(message)
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        await note({ problem: problem.slice(0, MAX_PROBLEM) })
        throw error
      }
      await note({ problem: null, lastSentAt: ctx.now() })
    }
    return { ...way, send }
  }
  await sendMails(ctx, { channelId: channel.id, batch: 1, leaseMs: LEASE_MS, runMs: RUN_MS, open })
}

/** Skips the messages of paused or removed channels. A tenant's role, which does that, has no access to emails. */
async function dropUnwanted(ctx: WorkerCtx): Promise<void> {
  const channels = ctx.db
    .select({ id: noticeChannels.id })
    .from(noticeChannels)
    .where(and(eq(noticeChannels.id, mailMessages.channelId), eq(noticeChannels.isActive, true)))
  await dropOrphanedMessages(ctx, { source: 'notice', channels, because: 'Its channel was paused or removed' })
}
