import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { alarmChannels, alarms, alarmTellings, chains } from '@/db/schema'
import { ALARMS } from '@/schemas/alarms/words'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { queueMails } from '@/server/mail/queue-mails'
import { sendMails } from '@/server/mail/send-mails'
import { type AlarmRow, incidentsOf } from './incidents-of'
import { openTransport, type Post } from './open-transport'
import { type AlarmNotification, type Plan, planNotice } from './plan-notice'
import { deploymentName, toMessages } from './to-messages'
import { toQuietHours } from './view'

/** Alarms that closed longer ago are read only if a channel was notified that they are open. */
const RECENT_MS = 600_000
/** Longer than one message may take; a turn begins no other after `RUN_MS`. */
const LEASE_MS = 30_000
const RUN_MS = 5_000

type Channel = typeof alarmChannels.$inferSelect

/**
 * Writes the due notices of a channel into the outbox, and sends them. A channel that was paused or removed gets none.
 */
export async function notifyChannel(ctx: WorkerCtx, channelId: string, post?: Post): Promise<void> {
  const channel = await inWorker(({ db }) => writeNotice({ ...ctx, db }, channelId))
  if (!channel) return
  await sendMails(ctx, {
    channelId,
    batch: 1,
    leaseMs: LEASE_MS,
    runMs: RUN_MS,
    open: () => openTransport(channel, post),
  })
}

/** In one transaction, under the lock of the channel: only one process writes the notice. */
async function writeNotice(ctx: WorkerCtx, channelId: string): Promise<Channel | null> {
  const { db, now } = ctx
  const [channel] = await db
    .select()
    .from(alarmChannels)
    .where(and(eq(alarmChannels.id, channelId), alarmChannels.isActive))
    .for('update')
  if (!channel) return null
  const notifications = await db.select().from(alarmTellings).where(eq(alarmTellings.channelId, channelId))
  const listener = { ...channel, quietHours: toQuietHours(channel) }
  const incidents = incidentsOf(await readAlarms(ctx, notifications))
  const plan = planNotice(listener, { incidents, notifications, deployment: deploymentName(), now: now() })
  await storeNotifications(db, channelId, plan)
  const { notice } = plan
  if (!notice) return channel
  const [first] = [...notice.opened, ...notice.closed]
  const isOne = notice.opened.length + notice.closed.length === 1
  const about = { businessId: null, source: 'alarm', sourceId: (isOne && first?.dedupKey) || channelId }
  const to = channel.kind === 'mail' ? channel.targetHint : channel.name
  const messages = toMessages(channel.kind, notice)
  await queueMails(
    ctx,
    messages.map((message) => ({ ...message, ...about, to, channelId, onceKey: newId() })),
  )
  await db.update(alarmChannels).set({ toldAt: now() }).where(eq(alarmChannels.id, channelId))
  return channel
}

async function readAlarms({ db, now }: WorkerCtx, notifications: readonly AlarmNotification[]): Promise<AlarmRow[]> {
  const recent = new Date(now().getTime() - RECENT_MS)
  const notifiedIds = notifications.map(({ alarmId }) => alarmId)
  const rows = await db
    .select({ alarm: alarms, chainName: chains.name })
    .from(alarms)
    .leftJoin(chains, eq(chains.chainId, alarms.chainId))
    .where(or(isNull(alarms.closedAt), gt(alarms.closedAt, recent), inArray(alarms.id, notifiedIds)))
  // A kind that a newer version wrote is none that this one can name.
  return rows.flatMap(({ alarm, chainName }) => (Object.hasOwn(ALARMS, alarm.kind) ? [{ ...alarm, chainName }] : []))
}

async function storeNotifications(db: Database, channelId: string, { keep, forget }: Plan): Promise<void> {
  const own = eq(alarmTellings.channelId, channelId)
  if (forget.length > 0) await db.delete(alarmTellings).where(and(own, inArray(alarmTellings.alarmKey, [...forget])))
  for (const notification of keep) {
    await db
      .insert(alarmTellings)
      .values({ channelId, ...notification })
      .onConflictDoUpdate({ target: [alarmTellings.channelId, alarmTellings.alarmKey], set: notification })
  }
}
