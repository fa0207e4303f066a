import { growRange, rangeAfterRefusal } from '@/server/chains/follow/range-size'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { Follower } from '@/server/indexer/follow/follow-chain'
import { readerOf } from '@/server/indexer/follow/reader-of'
import { splitRange } from '@/server/indexer/follow/store-range'
import type { Replay } from './claim-replay'
import { rewindReplay, storeReplay } from './store-replay'

/**
 * One turn of a replay: reads its next blocks, proves that none is missing and stores them with the messages that
 * report their events. Throws RpcUnavailableError, RpcError, LeaseLostError; then nothing was stored, and the next turn
 * reads the same blocks.
 */
export async function replayRange(
  ctx: WorkerCtx,
  chain: Chain,
  replay: Replay,
  follower: Pick<Follower, 'range'>,
): Promise<void> {
  const { nextBlock, upTo, lastHash: hash, subscription } = replay
  const after = { head: nextBlock - 1n, hash }
  const most = follower.range.size
  const range = await readerOf(chain)
    .readRange(chain, { after, upTo, most, subscriptions: [subscription] })
    .catch((error: unknown) => {
      const isDivisible = most > 1 && upTo > nextBlock
      follower.range = rangeAfterRefusal(error, { range: follower.range, isDivisible })
      return 'refused' as const
    })
  if (range === 'refused') return
  if (range === null) return rewindReplay(ctx, replay)
  if (range.events.length > 0) faultPoint('replay-after-read')
  follower.range = growRange(follower.range)
  let at = replay
  for (const piece of splitRange(range)) {
    const nextBlock = await storeReplay(chain, { replay: at, ...piece })
    // Its subscription was paused meanwhile.
    if (nextBlock === null) return
    at = { ...at, nextBlock }
  }
}
