import { readProvenRange } from '@/server/chains/follow/read-proven-range'
import type { Chain } from '@/server/chains/registry'
import { refusal } from '@/server/errors'
import { decodeLogs, TOKEN_TOPICS, type TokenEvent } from './decode-logs'
import type { FollowedToken } from './load-followed'

const BLOCKS_AT_ONCE = 200n

/**
 * The events of a token in blocks that the follower passed before it knew the token. Throws unavailable,
 * RpcUnavailableError, RpcError.
 */
export async function* readMissedEvents(
  chain: Chain,
  token: FollowedToken,
  { from, upTo }: { from: bigint; upTo: bigint },
): AsyncGenerator<TokenEvent[]> {
  const addresses = [`0x${token.contractAddress.slice(2).toLowerCase()}`] as const
  const filter = { addresses, topics: TOKEN_TOPICS }
  for (let first = from; first <= upTo; first += BLOCKS_AT_ONCE) {
    const last = first + BLOCKS_AT_ONCE - 1n
    const after = { head: first - 1n, hash: null }
    const range = await readProvenRange(chain, { after, first, last: last < upTo ? last : upTo, filter })
    if (!range) throw refusal('chain_unreachable')
    yield decodeLogs([token], { blocks: range.heads, logs: range.logs })
  }
}
