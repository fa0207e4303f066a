import { and, count, eq, gte, isNull, lte } from 'drizzle-orm'
import { indexerEvents } from '@/db/schema'
import type { ReplayEstimate, ReplayInput } from '@/schemas/indexer/replays/contract'
import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import { readFromChain } from '@/server/chains/read-from-chain'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { prepareReplay } from './prepare-replay'

/** The usual speed of nodes, halved because a replay rests half the time; Solana's blocks are read whole. */
const BLOCKS_PER_SECOND = { EVM: 100, SOLANA: 10 } as const

/**
 * Estimates a replay: its blocks, their times, its duration in seconds, and the number of known events. Throws the
 * errors of `prepareReplay`.
 */
export async function estimateReplay(tenant: Tenant, input: ReplayInput & { id: string }): Promise<ReplayEstimate> {
  const { chain, fromBlock, toBlock } = await prepareReplay(tenant, input)
  const [from = 0, to = 0] = await readFromChain(() => readBlockTimes(chain, [fromBlock, toBlock]))
  const [existing] = await inTenantReading(tenant, ({ db, businessId }) =>
    db
      .select({ events: count() })
      .from(indexerEvents)
      .where(
        and(
          eq(indexerEvents.businessId, businessId),
          eq(indexerEvents.chainId, chain.chainId),
          eq(indexerEvents.subscriptionId, input.id),
          gte(indexerEvents.blockNumber, fromBlock),
          lte(indexerEvents.blockNumber, toBlock),
          // Counts each event once, however often it was sent.
          isNull(indexerEvents.firstId),
          isNull(indexerEvents.revertedAt),
        ),
      ),
  )
  const blockCount = Number(toBlock - fromBlock) + 1
  return {
    fromBlock: Number(fromBlock),
    toBlock: Number(toBlock),
    blockCount,
    fromTime: new Date(from * 1_000).toISOString(),
    toTime: new Date(to * 1_000).toISOString(),
    knownEvents: existing?.events ?? 0,
    seconds: Math.ceil(blockCount / BLOCKS_PER_SECOND[chain.chainType]),
  }
}
