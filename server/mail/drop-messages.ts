import { and, eq, isNotNull, notExists, type SQLWrapper } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import type { OperatorCtx, WorkerCtx } from '@/server/ctx'

type Drop = { channelId: string; because: string }

/** Skips the messages that wait for an alarm channel. */
export async function dropMessages({ db, now }: OperatorCtx, { channelId, because }: Drop): Promise<void> {
  await db
    .update(mailMessages)
    .set({ status: 'skipped', nextAttemptAt: null, error: because, updatedAt: now() })
    .where(and(eq(mailMessages.channelId, channelId), eq(mailMessages.status, 'pending')))
}

type DropOrphans = { source: string; channels: SQLWrapper; because: string }

/** Skips the messages of a source that wait for a channel which the subquery `channels` does not find. */
export async function dropOrphanedMessages(
  { db, now }: WorkerCtx,
  { source, channels, because }: DropOrphans,
): Promise<void> {
  const isOrphan = and(eq(mailMessages.source, source), isNotNull(mailMessages.channelId), notExists(channels))
  await db
    .update(mailMessages)
    .set({ status: 'skipped', nextAttemptAt: null, error: because, updatedAt: now() })
    .where(and(eq(mailMessages.status, 'pending'), isOrphan))
}
