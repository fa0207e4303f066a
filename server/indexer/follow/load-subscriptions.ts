import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { fingerprintOf } from './config-lock'
import { type ReadDepth, subscriptionsAtDepth } from './read-depth'

/** A subscription, with the fields that the follower of its chain needs. */
export type FollowedSubscription = {
  id: string
  businessId: string
  projectId: string
  contractAddress: string
  /** Keys of the catalog and signatures, as the customer entered them. */
  events: string[]
  fromBlock: bigint
}

/** The subscriptions that a pass reads for, and their fingerprint (`fingerprintOf`). */
export type SubscriptionSet = { fingerprint: string; subscriptions: readonly FollowedSubscription[] }

/** Every subscription of a pass, also paused ones, whose events are counted. Null if the pass has none. */
export async function loadSubscriptions({ db }: WorkerCtx, depth: ReadDepth): Promise<SubscriptionSet | null> {
  const print = db.$with('print').as(fingerprintOf(db, depth.chainId))
  const rows = await db
    .with(print)
    .select({
      fingerprint: print.fingerprint,
      id: indexerSubscriptions.id,
      businessId: indexerSubscriptions.businessId,
      projectId: indexerSubscriptions.projectId,
      contractAddress: indexerSubscriptions.contractAddress,
      events: indexerSubscriptions.events,
      fromBlock: indexerSubscriptions.fromBlock,
    })
    .from(indexerSubscriptions)
    .crossJoin(print)
    .where(subscriptionsAtDepth(depth))
  const [first] = rows
  return first ? { fingerprint: first.fingerprint, subscriptions: rows } : null
}
