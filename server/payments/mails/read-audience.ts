import type { Database } from '@/db/client'
import { findOwners, type Owner } from '@/server/mail/mail-owners'
import { findListeners, type Listeners } from '@/server/webhooks/destinations/find-listeners'

/** Who hears what becomes of a payment: people by mail, endpoints by webhook. */
export type Audience = { owners: readonly Owner[]; listeners: Listeners }

/** Leaves at the call, in the packet of what is asked beside it. */
export async function readAudience(
  db: Database,
  project: { businessId: string; projectId: string },
): Promise<Audience> {
  const [owners, listeners] = await Promise.all([findOwners(db, project.businessId), findListeners(db, [project])])
  return { owners, listeners }
}
