import { and, eq, ne } from 'drizzle-orm'
import { isHex } from 'viem'
import { chains, tokens } from '@/db/schema'
import { tokensDue } from '@/inngest/events'
import type { Cursor } from '@/server/chains/cursor'
import { findBlockAt } from '@/server/chains/follow/find-block-at'
import { followInTurns, type PollResult } from '@/server/chains/follow/follow-in-turns'
import { FIRST_RANGE, type RangeSize } from '@/server/chains/follow/range-size'
import { readProvenRange } from '@/server/chains/follow/read-proven-range'
import { readTurn } from '@/server/chains/follow/read-turn'
import { readFinalBlock } from '@/server/chains/follow/watch-head'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { decodeLogs, TOKEN_TOPICS } from './decode-logs'
import { type FollowedToken, loadFollowed } from './load-followed'
import { followSolanaTokens } from './solana-tokens'
import { storeTokens } from './store-tokens'

/** The state that a follower keeps from one run to the next. */
type TokenFollower = {
  range: RangeSize
  /**
   * The tokens whose events it reads; null if they must be loaded. A new token is detected before a range is stored.
   */
  followed: readonly FollowedToken[] | null
}

export function newTokenFollower(): TokenFollower {
  return { range: FIRST_RANGE, followed: null }
}

/** The clock of a chain may differ from ours, so a token's events may begin this long before its request. */
const SLACK_SECONDS = 600
/** The number of blocks to go back if all blocks of a chain are older than that. */
const SLACK_BLOCKS = 600n

/**
 * One turn on a chain: reads its next final blocks, proves that none is missing, and stores them with the effects of
 * their token events. Never skips a block. Throws RpcUnavailableError, RpcError, LeaseLostError; then nothing was
 * stored, and the next turn reads the same blocks.
 */
export async function followTokens(
  ctx: WorkerCtx,
  chain: Chain,
  cursor: Cursor,
  follower: TokenFollower,
): Promise<PollResult> {
  if (chain.chainType === 'SOLANA') return followSolanaTokens(ctx, chain, cursor)
  follower.followed ??= await loadFollowed(ctx.db, chain.chainId)
  const { followed } = follower
  const [oldest] = followed
  if (!oldest) return { turn: 'idle', cursor }
  const final = await readFinalBlock(chain)
  const after = cursor.head === 0n && cursor.hash === null ? await findStart(chain, oldest, final) : cursor
  if (final <= after.head) return { turn: 'waiting', cursor }
  const read = await readTurn(ctx, chain, {
    cursor,
    after,
    upTo: final,
    lowest: 0n,
    follower,
    read: (most) => readLogs(chain, { after, upTo: final, most, followed }),
  })
  if ('turn' in read) return read
  const { range, newest } = read
  const events = decodeLogs(followed, range)
  if (events.length > 0) faultPoint('tokens-after-read')
  const moved = { ...cursor, head: newest.number, hash: newest.hash, finalBlock: final, reorgedFrom: null }
  const moves = { blocks: range.blocks, events, followed, cursor: moved, from: cursor }
  const stored = await storeTokens(ctx, chain, moves)
  if (!stored) follower.followed = null
  return stored && stored.head >= final
    ? { turn: 'waiting', cursor: stored }
    : { turn: 'read', cursor: stored ?? cursor }
}

type LogRange = {
  after: { head: bigint; hash: string | null }
  upTo: bigint
  most: number
  followed: readonly FollowedToken[]
}

/** The next blocks with the proven logs of the tokens; null if a reorg replaced the block before them. */
async function readLogs(chain: Chain, { after, upTo, most, followed }: LogRange) {
  const limit = after.head + BigInt(most)
  const addresses = followed.flatMap(({ contractAddress }) => lowered(contractAddress))
  const range = await readProvenRange(chain, {
    after,
    first: after.head + 1n,
    last: upTo < limit ? upTo : limit,
    filter: { addresses, topics: TOKEN_TOPICS },
  })
  return range && { blocks: range.heads, logs: range.logs }
}

/** The position before the first token; earlier blocks are not needed. */
async function findStart(chain: Chain, { createdAt }: FollowedToken, final: bigint) {
  const seconds = Math.floor(createdAt.getTime() / 1_000) - SLACK_SECONDS
  const young = await findBlockAt(chain, seconds, final)
  // The chain's clock is far behind ours, so waiting for a recent enough block would take as long as the difference.
  const first = young <= final ? young : final > SLACK_BLOCKS ? final - SLACK_BLOCKS : 0n
  return { head: first > 0n ? first - 1n : -1n, hash: null }
}

function lowered(address: string) {
  const text = address.toLowerCase()
  return isHex(text) ? [text] : []
}

/** Follows a chain for its tokens until the run's time is up; one process does so at a time. */
export async function runTokenFollower(ctx: WorkerCtx, { chainId }: { chainId: number }) {
  const follower = newTokenFollower()
  return followInTurns(ctx, { chainId, consumer: 'tokens', event: tokensDue }, (chain, cursor) =>
    followTokens(ctx, chain, cursor, follower),
  )
}

/** Chains with tokens that are deployed or will be. */
export function findTokenChains({ db }: WorkerCtx): Promise<{ chainId: number }[]> {
  return db
    .selectDistinct({ chainId: tokens.chainId })
    .from(tokens)
    .innerJoin(chains, eq(chains.chainId, tokens.chainId))
    .where(and(ne(tokens.status, 'FAILED'), eq(chains.isActive, true)))
}
