import type { ReplayInput } from '@/schemas/indexer/replays/contract'
import { MAX_REPLAY_BLOCKS } from '@/schemas/indexer/replays/words'
import { findBlockAt } from '@/server/chains/follow/find-block-at'
import { readFinalBlock } from '@/server/chains/follow/watch-head'
import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal, validationError } from '@/server/errors'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { requireProject } from '@/server/projects/require-project'

/** The blocks of a replay, and the request as text, which identifies repeated requests. */
export type PreparedReplay = { chain: Chain; asked: string; fromBlock: bigint; toBlock: bigint }

/**
 * Resolves the range of blocks on the chain. Only final blocks are replayed: the subscription gets later ones as they
 * happen. Throws not_found, invalid, failed, unavailable.
 */
export async function prepareReplay(
  tenant: Tenant,
  { id, ...input }: ReplayInput & { id: string },
): Promise<PreparedReplay> {
  const { subscription } = await inTenantReading(tenant, (ctx) => requireIndexerSubscription(requireProject(ctx), id))
  const chain = await findChain(subscription.chainId)
  if (!chain || chain.rpcUrls.length === 0) throw refusal('chain_unavailable')
  const final = await readFromChain(() => readFinalBlock(chain))
  const isTimes = input.from !== undefined
  if (final < 0n) throw validationError([`${isTimes ? 'from' : 'fromBlock'}: the chain has no final block yet`])
  const { first, last } = await toBlocks(chain, input, final)
  if (first > final) throw validationError([`${isTimes ? 'from' : 'fromBlock'}: the newest final block is ${final}`])
  if (last < first) throw validationError(['to: no block is of this time'])
  const blocks = last - first + 1n
  if (blocks > BigInt(MAX_REPLAY_BLOCKS))
    throw validationError([
      `${isTimes ? 'from' : 'fromBlock'}: at most ${MAX_REPLAY_BLOCKS} blocks at once, and these are ${blocks}`,
    ])
  return {
    chain,
    asked: JSON.stringify([input.fromBlock, input.toBlock, input.from, input.to]),
    fromBlock: first,
    toBlock: last,
  }
}

async function toBlocks(
  chain: Chain,
  { fromBlock, toBlock, from, to }: ReplayInput,
  final: bigint,
): Promise<{ first: bigint; last: bigint }> {
  if (from === undefined) {
    const last = toBlock === undefined || BigInt(toBlock) > final ? final : BigInt(toBlock)
    return { first: BigInt(fromBlock ?? 0), last }
  }
  return readFromChain(async () => {
    const first = await findBlockAt(chain, Math.ceil(Date.parse(from) / 1_000), final)
    // A block of exactly that second is included.
    const last =
      to === undefined ? final : (await findBlockAt(chain, Math.floor(Date.parse(to) / 1_000) + 1, final)) - 1n
    return { first, last }
  })
}
