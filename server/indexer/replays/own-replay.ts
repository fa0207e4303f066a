import { and, eq, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { indexerReplays } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'

type ProjectCtx = Pick<TenantCtx, 'businessId'> & { projectId: string }

const uuid = z.uuid()

/** A condition for the replays of one of the project's subscriptions. */
export function ofSubscription({ businessId, projectId }: ProjectCtx, subscriptionId: string): SQL | undefined {
  return and(
    eq(indexerReplays.businessId, businessId),
    eq(indexerReplays.projectId, projectId),
    eq(indexerReplays.subscriptionId, subscriptionId),
  )
}

/** A condition for one of them by its id. Throws not_found, also for an id that is not a UUID. */
export function ownReplay(ctx: ProjectCtx, { id, replayId }: { id: string; replayId: string }): SQL | undefined {
  if (!uuid.safeParse(replayId).success) throw refusal('indexer_replay_not_found')
  return and(ofSubscription(ctx, id), eq(indexerReplays.id, replayId))
}
