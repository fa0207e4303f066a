import { and, eq, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { indexerLogs } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'

const uuid = z.uuid()

/** A condition for one log of the project by its id. Throws not_found, also for an id that is not a UUID. */
export function ownLog(
  { businessId, projectId }: Pick<TenantCtx, 'businessId'> & { projectId: string },
  logId: string,
): SQL | undefined {
  if (!uuid.safeParse(logId).success) throw refusal('indexer_log_not_found')
  return and(eq(indexerLogs.businessId, businessId), eq(indexerLogs.projectId, projectId), eq(indexerLogs.id, logId))
}
