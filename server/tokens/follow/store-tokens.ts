import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenEvents, tokens } from '@/db/schema'
import { tokenOperationsDue, webhooksDue } from '@/inngest/events'
import { type ChainPosition, type Cursor, moveCursor, tryMoveCursor } from '@/server/chains/cursor'
import type { BlockHead } from '@/server/chains/evm/read-log-range'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { finishOperations } from '@/server/tokens/operations/finish-operations'
import { wake } from '@/server/waking/wake'
import { applyEvents } from './apply-events'
import type { TokenEvent } from './decode-logs'
import { isolateProjection, rebuildProjections } from './isolate-projection'
import { type FollowedToken, loadFollowed } from './load-followed'
import { rebuildToken } from './rebuild-token'

type Range = {
  blocks: readonly BlockHead[]
  events: readonly TokenEvent[]
  /** The tokens that the range was read for. */
  followed: readonly FollowedToken[]
  cursor: Cursor
  from: Pick<ChainPosition, 'head' | 'hash'>
}

/**
 * Stores a range in one transaction: events, their effects on holders, supply and coupons, finished operations, and the
 * cursor. Rolls back what was stored of other blocks with these numbers. Returns the moved cursor, or null if a token
 * was added meanwhile: then nothing is stored, and the range must be read again, because its deployment may be in it.
 * Throws LeaseLostError.
 */
export async function storeTokens(
  ctx: WorkerCtx,
  chain: Chain,
  { blocks, events, followed, cursor, from }: Range,
): Promise<Cursor | null> {
  const first = blocks[0]?.number
  const isFirstRead = first !== undefined && cursor.highest < first
  if (events.length === 0 && isFirstRead) {
    // Most ranges contain nothing, so one statement moves the cursor.
    const moved = await tryMoveCursor(ctx.db, cursor, { from, passed: blocks, onlyIf: isNothingDue(chain, followed) })
    if (moved) return moved
  }
  const done = await inWorker(async ({ db, now }) => {
    const followedIds = new Set(followed.map(({ id }) => id))
    if ((await loadFollowed(db, chain.chainId)).some(({ id }) => !followedIds.has(id))) return null
    let messages = first !== undefined && !isFirstRead ? await rollBackFrom(db, chain, { first, now: now() }) : 0
    messages += await storeEvents(db, events, now())
    messages += await rebuildProjections(db, chain, now())
    if (events.length > 0) faultPoint('tokens-after-events')
    const finished = await finishOperations(db, { chain, upTo: cursor.head, now: now() })
    const moved = await moveCursor(db, cursor, { from, passed: blocks })
    if (events.length > 0) faultPoint('tokens-before-commit')
    return { messages: messages + finished.messages, hasMore: finished.hasMore, moved }
  })
  if (!done) return null
  if (events.length > 0) faultPoint('tokens-after-commit')
  if (done.messages > 0) wake(webhooksDue, {})
  if (done.hasMore) wake(tokenOperationsDue, {})
  return done.moved
}

/** A condition: no token is new or must be rebuilt, and no operation can end. Only events would have an effect then. */
function isNothingDue({ chainId }: Pick<Chain, 'chainId'>, followed: readonly FollowedToken[]): SQL {
  const ids = JSON.stringify(followed.map(({ id }) => id))
  return sql`not exists (select 1 from tokens t where t.chain_id = ${chainId} and t.status <> 'FAILED'
      and (t.is_unfolded or t.id not in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb))))
    and not exists (select 1 from token_operations o join tokens t on t.id = o.token_id
      where t.chain_id = ${chainId} and o.status = 'PENDING' and o.next_attempt_at is null)`
}

/**
 * Stores events of tokens, each once, with their effects. Returns the number of webhook messages written to the outbox.
 */
export async function storeEvents(db: Database, events: readonly TokenEvent[], now: Date): Promise<number> {
  await insertEvents(db, events)
  let messages = 0
  const ids = [...new Set(events.map(({ tokenId }) => tokenId))].sort()
  for (const tokenId of ids) {
    const own = events.filter((event) => event.tokenId === tokenId)
    messages += await isolateProjection(db, { tokenId, now }, () =>
      applyEvents(db, { tokenId, events: own, now, isNotified: true }),
    )
  }
  return messages
}

/**
 * Stores events of a token that were read after the follower passed their blocks, each once. The token is rebuilt from
 * all of its events with the next range.
 */
export async function storeMissedEvents(db: Database, tokenId: string, events: readonly TokenEvent[]): Promise<void> {
  await db.update(tokens).set({ needsRebuild: true }).where(eq(tokens.id, tokenId))
  await insertEvents(db, events, sql`on conflict do nothing`)
}

/** Passes the rows as one parameter, because naming each column of thousands of rows takes longer than storing them. */
async function insertEvents(db: Database, events: readonly TokenEvent[], onConflict: SQL = sql``): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, blockNumber: event.blockNumber.toString() }))
  await db.execute(sql`
    insert into token_events (token_id, business_id, block_number, block_hash, block_time, tx_hash, log_index, name, args)
    select "tokenId", "businessId", "blockNumber", "blockHash", "blockTime", "txHash", "logIndex", name, args
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e("tokenId" uuid, "businessId" uuid, "blockNumber" numeric, "blockHash" text,
      "blockTime" bigint, "txHash" text, "logIndex" int, name text, args jsonb)
    order by "blockNumber", "logIndex" ${onConflict}`)
}

/** Rolls back this block and later ones, because a reorg replaced them. */
async function rollBackFrom(db: Database, chain: Chain, { first, now }: { first: bigint; now: Date }): Promise<number> {
  let messages = 0
  const own = db.select({ id: tokens.id }).from(tokens).where(eq(tokens.chainId, chain.chainId))
  const reverted = await db
    .delete(tokenEvents)
    .where(and(inArray(tokenEvents.tokenId, own), gte(tokenEvents.blockNumber, first)))
    .returning({ tokenId: tokenEvents.tokenId })
  for (const tokenId of new Set(reverted.map((event) => event.tokenId)))
    messages += await isolateProjection(db, { tokenId, now }, () => rebuildToken(db, tokenId, now))
  return messages
}
