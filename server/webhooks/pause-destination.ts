import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { webhookFailing, webhookPauses } from '@/db/schema'

type Destination = { businessId: string; destinationId: string }

/** Pauses a destination: nothing is sent to it from now on, and its messages wait. */
export async function pauseDestination(db: Database, destination: Destination): Promise<void> {
  await db.insert(webhookPauses).values(destination).onConflictDoNothing()
}

/** Ends a destination permanently, when it is deleted. */
export async function endDestination(db: Database, destination: Destination): Promise<void> {
  const endedAt = sql`now()`
  await db
    .insert(webhookPauses)
    .values({ ...destination, endedAt })
    .onConflictDoUpdate({ target: [webhookPauses.businessId, webhookPauses.destinationId], set: { endedAt } })
}

/**
 * Resumes a destination: its messages continue at their schedules, and its earlier failures are forgotten. The caller
 * wakes the dispatcher after the commit.
 */
export async function resumeDestination(db: Database, destination: Destination): Promise<void> {
  const { businessId, destinationId } = destination
  await db
    .delete(webhookPauses)
    .where(and(eq(webhookPauses.businessId, businessId), eq(webhookPauses.destinationId, destinationId)))
  await forgetFailing(db, destination)
}

/** Forgets the earlier failures of a destination, because its server was changed or repaired. */
export async function forgetFailing(db: Database, { businessId, destinationId }: Destination): Promise<void> {
  await db
    .delete(webhookFailing)
    .where(and(eq(webhookFailing.businessId, businessId), eq(webhookFailing.destinationId, destinationId)))
}
