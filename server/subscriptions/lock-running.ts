import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import type { Running } from './running'
import { toRunning } from './to-running'
import { RUNNING_STATES } from './transitions'

type Project = { businessId: string; projectId: string }
type ProductOfProject = Project & { productId: number }

/**
 * The running subscription of a project for a product, locked until commit; null if none runs. Take the project's
 * lock first.
 */
export async function lockRunning(db: Database, key: ProductOfProject): Promise<Running | null> {
  const [row] = await selectRunning(db, key).for('update')
  return row ? toRunning(row) : null
}

/** Like `lockRunning`, without a lock. */
export async function findRunning(db: Database, key: ProductOfProject): Promise<Running | null> {
  const [row] = await selectRunning(db, key)
  return row ? toRunning(row) : null
}

/** The rows of the running subscriptions of a project, of one product or of all. */
export function selectRunning(db: Database, { businessId, projectId, productId }: Project & { productId?: number }) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        productId === undefined ? undefined : eq(subscriptions.productId, productId),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
}
