import { and, eq } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'

type Drop = { channelId: string; because: string }

/** What waits for an alarm channel is not sent any more. */
export async function dropMessages({ db, now }: OperatorCtx, { channelId, because }: Drop): Promise<void> {
  await db
    .update(mailMessages)
    .set({ status: 'skipped', nextAttemptAt: null, error: because, updatedAt: now() })
    .where(and(eq(mailMessages.channelId, channelId), eq(mailMessages.status, 'pending')))
}
