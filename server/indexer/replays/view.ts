import type { indexerReplays } from '@/db/schema'
import type { ReplayView } from '@/schemas/indexer/replays/contract'

/** Throws for a row that cannot be read. */
export function toReplay(row: typeof indexerReplays.$inferSelect): ReplayView {
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    status: row.status,
    fromBlock: Number(row.fromBlock),
    toBlock: Number(row.toBlock),
    nextBlock: Number(row.nextBlock),
    eventCount: row.eventCount,
    events: row.events,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
