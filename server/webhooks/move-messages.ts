import { and, count, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { webhookMessages } from '@/db/schema'
import type { MessageSource } from '@/schemas/webhooks/contract'
import { endDestination, forgetFailing } from './pause-destination'

type Destination = { businessId: string; destinationId: string }

const isOpen = ({ businessId, destinationId }: Destination) =>
  and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.destinationId, destinationId),
    eq(webhookMessages.status, 'pending'),
  )

/**
 * A stored receiver has another URL: what is still on its way goes there. Call it before the receiver's own row is
 * written.
 */
export async function redirectMessages(db: Database, destination: Destination & { url: string }): Promise<void> {
  await lockMessages(db, isOpen(destination))
  await db.update(webhookMessages).set({ url: destination.url }).where(isOpen(destination))
  await forgetFailing(db, destination)
}

/** A message that will not be sent any more. */
type Abandoned = { sourceId: string; kind: string; isTried: boolean }

/**
 * Drops the messages to a deleted receiver, and those that a concurrent process still adds are never sent. Returns what
 * was dropped. One that is being sent right now keeps its state; its attempt is recorded all the same. Call it before
 * the receiver's own row is written.
 */
export async function abandonMessages(db: Database, destination: Destination): Promise<Abandoned[]> {
  const { businessId, destinationId, resendRequestedAt } = webhookMessages
  const ofReceiver = and(
    eq(businessId, destination.businessId),
    eq(destinationId, destination.destinationId),
    isNotNull(resendRequestedAt),
  )
  await lockMessages(db, or(isOpen(destination), ofReceiver))
  const abandoned = await db
    .update(webhookMessages)
    .set({ status: 'failed', nextAttemptAt: null, withdrawnBecause: 'receiver-deleted' })
    .where(isOpen(destination))
    .returning({
      sourceId: webhookMessages.sourceId,
      kind: webhookMessages.kind,
      isTried: sql<boolean>`attempt_count > 0`,
    })
  await db.update(webhookMessages).set({ resendRequestedAt: null }).where(ofReceiver)
  // After the messages, as an attempt that is answered 410 locks them.
  await endDestination(db, destination)
  await forgetFailing(db, destination)
  return abandoned
}

export type WithdrawnMessage = Pick<
  typeof webhookMessages.$inferSelect,
  'sourceId' | 'businessId' | 'projectId' | 'destinationId' | 'body' | 'reportedAs'
> & {
  /** Given up by this: it had not arrived. */
  isGivenUp: boolean
  isTried: boolean
  /** Until then an attempt may be under way that nobody can call back. */
  busyUntil: Date | null
}

/**
 * Withdraws the messages of reverted events: none is sent any more, not even by a resend. One that is being sent right
 * now keeps its state; its attempt is recorded all the same. Call it before the receivers' own rows are written.
 */
export async function withdrawMessages(
  db: Database,
  { source, kind, sourceIds }: { source: MessageSource; kind: string; sourceIds: readonly string[] },
): Promise<WithdrawnMessage[]> {
  if (sourceIds.length === 0) return []
  const { id, sourceId } = webhookMessages
  const messages = await db
    .select()
    .from(webhookMessages)
    .where(and(eq(webhookMessages.source, source), eq(webhookMessages.kind, kind), inArray(sourceId, [...sourceIds])))
    .orderBy(id)
    .for('update')
  const open = messages.filter((message) => message.status === 'pending').map((message) => message.id)
  if (open.length > 0)
    await db.update(webhookMessages).set({ status: 'failed', nextAttemptAt: null }).where(inArray(id, open))
  const all = messages.map((message) => message.id)
  if (all.length > 0)
    await db
      .update(webhookMessages)
      .set({ withdrawnBecause: 'undone', resendRequestedAt: null })
      .where(inArray(id, all))
  return messages.map((message) => ({
    ...message,
    isGivenUp: message.status === 'pending',
    isTried: message.attemptCount > 0,
    busyUntil: message.leaseUntil,
  }))
}

/**
 * Locks messages in the order in which attempts at them are recorded, many in one statement: call it before a change of
 * more than one, or each may wait for the other.
 */
async function lockMessages(db: Database, where: SQL | undefined): Promise<void> {
  const { id } = webhookMessages
  const locked = db.select({ id }).from(webhookMessages).where(where).orderBy(id).for('no key update').as('locked')
  await db.select({ count: count() }).from(locked)
}
