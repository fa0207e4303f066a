import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'

type Given = { businessId: string; projectId: string; clientReference: string }

/** Frees the reference of a subscription whose request had no effect. */
export async function releaseReference(db: Database, { businessId, projectId, clientReference }: Given): Promise<void> {
  await db
    .update(subscriptions)
    .set({ clientReference: null, referenceFingerprint: null })
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.clientReference, clientReference),
      ),
    )
}
