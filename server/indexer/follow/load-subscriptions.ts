import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
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

/** Every subscription of a pass, paused ones too: what happens to those is counted. */
export async function loadSubscriptions({ db }: WorkerCtx, depth: ReadDepth): Promise<Followed[]> {
  return db
    .select({
      id: indexerSubscriptions.id,
      businessId: indexerSubscriptions.businessId,
      projectId: indexerSubscriptions.projectId,
      contractAddress: indexerSubscriptions.contractAddress,
      events: indexerSubscriptions.events,
      fromBlock: indexerSubscriptions.fromBlock,
    })
    .from(indexerSubscriptions)
    .where(ofDepth(depth))
}
