import { and, eq } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'

type Drop = { channelId: string; because: string }

/** Skips the messages that wait for an alarm channel. */
export async function dropMessages({ db, now }: OperatorCtx, { channelId, because }: Drop): Promise<void> {
  await db
    .update(mailMessages)
    .set({ status: 'skipped', nextAttemptAt: null, error: because, updatedAt: now() })
    .where(and(eq(mailMessages.channelId, channelId), eq(mailMessages.status, 'pending')))
}
