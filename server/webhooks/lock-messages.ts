import { count, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { webhookMessages } from '@/db/schema'

/**
 * Locks messages in the order in which attempts at them are recorded, many in one statement: call it before a change of more than one, or each
 * may wait for the other.
 */
export async function lockMessages(db: Database, where: SQL | undefined): Promise<void> {
  const { id } = webhookMessages
  const locked = db.select({ id }).from(webhookMessages).where(where).orderBy(id).for('no key update').as('locked')
  await db.select({ count: count() }).from(locked)
}
