import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { isLeaseFree, NO_LEASE, newLeaseValues } from '@/db/lease'
import { indexerReplays, indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { FollowedSubscription } from '@/server/indexer/follow/load-subscriptions'
import { leaseSeconds } from '@/server/lease-seconds'

/** A replay under a lease, with the subscription it sends to. */
export type Replay = Pick<
  typeof indexerReplays.$inferSelect,
  'id' | 'chainId' | 'fromBlock' | 'toBlock' | 'nextBlock' | 'lastHash' | 'faultCount' | 'fence'
> & {
  owner: string
  subscription: FollowedSubscription
  /**
   * The last block it may read. The follower has not read later ones yet; it detects reorgs and reverts reported
   * events.
   */
  upTo: bigint
}

/** Longer than a turn. After a crash another process continues when the lease expires. */
const LEASE_SECONDS = 30
/** The maximum of undelivered events of one replay, so that a slow destination delays its replay and not the outbox. */
const MAX_WAITING = 2_000

/**
 * The block up to which a pass of the follower has read or need not read: nothing is reverted below the start of its
 * first subscription.
 */
export function lastReadBlock(chainId: SQL, depth: SQL): SQL {
  return sql`greatest(
    (select c.block_number from chain_cursors c where c.chain_id = ${chainId} and c.consumer = 'indexer' and c.depth = ${depth}),
    (select min(s.from_block) - 1 from indexer_subscriptions s
      where s.chain_id = ${chainId} and s.pass_depth = ${depth} and s.deleted_at is null))`
}

const READ_TO = lastReadBlock(
  sql`indexer_replays.chain_id`,
  sql`(select own.pass_depth from indexer_subscriptions own where own.id = indexer_replays.subscription_id)`,
)

/** Whether it can advance: not while its subscription is paused, or while too many messages are undelivered. */
const IS_READY = sql`status = 'running' and next_block <= ${READ_TO} and (retry_at is null or retry_at <= now())
  and exists (select 1 from indexer_subscriptions s where s.id = indexer_replays.subscription_id and s.status = 'active' and s.deleted_at is null)
  and (select count(*) from (
    select 1 from webhook_messages m where m.order_key = indexer_replays.id::text and m.status = 'pending' and m.attempt_count = 0
    limit ${MAX_WAITING + 1}) waiting) <= ${MAX_WAITING}`

/** Leases the replay of a chain that waited longest; null if none is ready. */
export async function claimReplay({ db }: WorkerCtx, chainId: number, owner: string): Promise<Replay | null> {
  const isFree = isLeaseFree(indexerReplays, owner)
  const [row] = await db
    .update(indexerReplays)
    .set({ ...newLeaseValues(indexerReplays, owner, leaseSeconds(LEASE_SECONDS)), updatedAt: sql`now()` })
    .where(
      sql`${indexerReplays.id} = (select id from indexer_replays
        where chain_id = ${chainId} and ${isFree} and ${IS_READY} order by updated_at, id limit 1 for update skip locked)`,
    )
    .returning({ ...getTableColumns(indexerReplays), upTo: sql<string>`least(to_block, ${READ_TO})` })
  if (!row) return null
  const subscription = await readSubscription({ db }, row)
  return subscription ? { ...row, owner, subscription, upTo: BigInt(row.upTo) } : null
}

/** Releases the lease, so that the next turn need not wait until it expires. */
export async function releaseReplay({ db }: WorkerCtx, { id, owner }: Pick<Replay, 'id' | 'owner'>): Promise<void> {
  await db
    .update(indexerReplays)
    .set({ ...NO_LEASE, updatedAt: sql`updated_at` })
    .where(and(eq(indexerReplays.id, id), eq(indexerReplays.leaseOwner, owner)))
}

/** The subscription with the events and the first block of the replay instead of its own. */
async function readSubscription(
  { db }: Pick<WorkerCtx, 'db'>,
  { subscriptionId, events, fromBlock }: typeof indexerReplays.$inferSelect,
): Promise<FollowedSubscription | null> {
  const [found] = await db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, subscriptionId))
  if (!found) return null
  const { id, businessId, projectId, contractAddress } = found
  return { id, businessId, projectId, contractAddress, events, fromBlock }
}
