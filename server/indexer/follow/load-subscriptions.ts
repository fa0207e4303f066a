import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { fingerprintOf } from './config-lock'
import { ofDepth, type ReadDepth } from './read-depth'

/** What the follower of a chain has to know of a subscription. */
export type Followed = {
  id: string
  businessId: string
  projectId: string
  contractAddress: string
  /** Keys of the catalog and signatures, as they were given. */
  events: string[]
  fromBlock: bigint
}

/** What a pass reads for, and its fingerprint (`fingerprintOf`). */
export type Asked = { fingerprint: string; subscriptions: readonly Followed[] }

/**
 * Every subscription of a pass, paused ones too: what happens to those is counted. Null where nobody subscribes to it.
 */
export async function loadSubscriptions({ db }: WorkerCtx, depth: ReadDepth): Promise<Asked | null> {
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
    .where(ofDepth(depth))
  const [first] = rows
  return first ? { fingerprint: first.fingerprint, subscriptions: rows } : null
}
