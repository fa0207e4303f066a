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
 * Sends the pending messages of a stored destination to its new URL. Call it before the update of the destination's own
 * row.
 */
export async function redirectMessages(db: Database, destination: Destination & { url: string }): Promise<void> {
  await lockMessages(db, isOpen(destination))
  await db.update(webhookMessages).set({ url: destination.url }).where(isOpen(destination))
  await forgetFailing(db, destination)
}

/** A message that is no longer sent. */
type Abandoned = { sourceId: string; kind: string; isTried: boolean }

/**
 * Drops the messages of a deleted destination; messages that a concurrent process still adds are never sent. Returns
 * the dropped ones. A message with an attempt in progress keeps its state, and the attempt is recorded. Call it before
 * the update of the destination's own row.
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
  // Lock after the messages, in the same order as an attempt that returns 410.
  await endDestination(db, destination)
  await forgetFailing(db, destination)
  return abandoned
}

export type WithdrawnMessage = Pick<
  typeof webhookMessages.$inferSelect,
  'sourceId' | 'businessId' | 'projectId' | 'destinationId' | 'body' | 'reportedAs'
> & {
  /** Whether this withdrawal failed it, because it had not arrived. */
  isGivenUp: boolean
  isTried: boolean
  /** Until then an attempt may be in progress that cannot be stopped. */
  busyUntil: Date | null
}

/**
 * Withdraws the messages of reverted events: none is sent any more, not even by a resend. A message with an attempt in
 * progress keeps its state, and the attempt is recorded. Call it before the update of the destinations' own rows.
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
 * Locks messages in the order in which attempts are recorded, many in one statement. Call it before a change of more
 * than one message, to avoid a deadlock.
 */
async function lockMessages(db: Database, where: SQL | undefined): Promise<void> {
  const { id } = webhookMessages
  const locked = db.select({ id }).from(webhookMessages).where(where).orderBy(id).for('no key update').as('locked')
  await db.select({ count: count() }).from(locked)
}
