import { newId } from '@/db/new-id'
import { mailMessages } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import type { MailBody } from './queue-mails'

type Tried = MailBody & { channelId: string; to: string; error: string | null }

/** Writes a message that was already sent to the outbox, so that it counts as the last one of its channel. */
export async function recordMessage({ db, now }: OperatorCtx, { to, error, ...message }: Tried): Promise<void> {
  const [id, at] = [newId(), now()]
  const outcome = error === null ? ({ status: 'sent', sentAt: at } as const) : ({ status: 'failed' } as const)
  const about = { source: 'alarm-test', sourceId: id, onceKey: id, toAddress: to }
  const row = { ...message, ...about, ...outcome, error, attemptCount: 1, queuedAt: at, createdAt: at }
  await db.insert(mailMessages).values({ id, ...row })
}
