import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '@/db/client'
import { LeaseLostError } from '@/db/lease'
import { indexerReplays } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { BlockMark, ReadRange } from '@/server/indexer/follow/chain-reader'
import { lockConfigShared } from '@/server/indexer/follow/config-lock'
import { lockSubscriptions, storeReportedEvents } from '@/server/indexer/follow/store-reported-events'
import { wake } from '@/server/waking/wake'
import { lastReadBlock, type Replay } from './claim-replay'

type Range = Pick<ReadRange, 'blocks' | 'events' | 'readTo'> & { replay: Replay }

/**
 * Stores a range in one transaction: events, messages and the position of the replay, which must still be where the
 * range began. Returns the next block. While the subscription is paused, it stores nothing and returns null, and the
 * range is read again. Throws LeaseLostError, also if the replay has ended.
 */
export async function storeReplay(
  chain: Chain,
  { replay, blocks, events, readTo: upTo }: Range,
): Promise<bigint | null> {
  const last = blocks.at(-1)
  // Numbers after the last block may have no block.
  const isDone = upTo >= replay.toBlock
  if (!last && !isDone) return replay.nextBlock
  const nextBlock = (isDone ? replay.toBlock : (last?.number ?? upTo)) + 1n
  const queued = await inWorker(async ({ db, now }) => {
    await lockConfigShared(db, chain.chainId)
    const states = await lockSubscriptions(db, [replay.subscription.id])
    if (states.get(replay.subscription.id)?.status !== 'active') return null
    await requireSameBlocks(db, replay, blocks)
    const { messages } = await storeReportedEvents(db, chain, { events, states, replayId: replay.id }, now())
    await move(db, replay, {
      nextBlock,
      lastHash: last?.hash ?? replay.lastHash,
      eventCount: sql`event_count + ${messages.length}`,
      faultCount: 0,
      retryAt: null,
      updatedAt: now(),
      ...(isDone ? { status: 'done' as const, endedAt: now() } : {}),
    })
    if (messages.length > 0) faultPoint('replay-before-commit')
    return messages.length
  })
  if (queued) faultPoint('replay-after-commit')
  if (queued) wake(webhooksDue, {})
  return queued === null ? null : nextBlock
}

/**
 * After a reorg below the read blocks, starts the replay again from its first block and reports new events; the
 * follower reverts the removed ones. Throws LeaseLostError.
 */
export async function rewindReplay({ db, now }: WorkerCtx, replay: Replay): Promise<void> {
  await move(db, replay, { nextBlock: replay.fromBlock, lastHash: null, updatedAt: now() })
}

/**
 * Throws RpcUnavailableError if the follower read other blocks with these numbers, or rolled back below them. Then a
 * reorg is in progress, and the follower must revert events of the other blocks first.
 */
async function requireSameBlocks(db: Database, { subscription }: Replay, blocks: readonly BlockMark[]): Promise<void> {
  const read = blocks.map(({ number, hash }) => ({ number: number.toString(), hash }))
  const [other] = await db.execute(sql`
    select 1 from indexer_subscriptions s
    join jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(number numeric, hash text) on true
    left join chain_blocks b on b.chain_id = s.chain_id and b.consumer = 'indexer' and b.depth = s.pass_depth and b.number = r.number
    where s.id = ${subscription.id} and (b.hash <> r.hash or r.number > ${lastReadBlock(sql`s.chain_id`, sql`s.pass_depth`)}) limit 1`)
  if (other) throw new RpcUnavailableError('the chain is being rebuilt')
}

type Change = PgUpdateSetSource<typeof indexerReplays>

async function move(db: Database, { id, owner, fence, nextBlock }: Replay, change: Change): Promise<void> {
  const [moved] = await db
    .update(indexerReplays)
    .set(change)
    .where(
      and(
        eq(indexerReplays.id, id),
        eq(indexerReplays.status, 'running'),
        eq(indexerReplays.nextBlock, nextBlock),
        eq(indexerReplays.leaseOwner, owner),
        eq(indexerReplays.fence, fence),
      ),
    )
    .returning({ id: indexerReplays.id })
  if (!moved) throw new LeaseLostError(`replay ${id}: it was ended, or another worker moved on`)
}
