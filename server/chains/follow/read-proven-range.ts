import {
  type BlockForm,
  type BlockHead,
  type ChainLog,
  type ChainLogFilter,
  HEADERS,
  readLogRange,
} from '@/server/chains/evm/read-log-range'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { judgeRange } from './judge-range'
import { ContradictionError, requireCompleteLogs } from './require-complete-logs'

type Range = { after: { head: bigint; hash: string | null }; first: bigint; last: bigint; filter: ChainLogFilter }

type ProvenRange<Block = BlockHead> = { heads: readonly Block[]; logs: readonly ChainLog[] }

/** Like `readProvenBlocks`, with only the headers of the blocks. */
export async function readProvenRange(chain: Chain, range: Range): Promise<ProvenRange | null> {
  return readProvenBlocks(chain, range, HEADERS)
}

/**
 * Reads the logs of a range and proves that none is missing (`requireCompleteLogs`). Returns null if a reorg replaced
 * the block before it. A block whose header rules out every requested log needs no further proof. If the nodes
 * contradict each other or themselves, each is queried alone. Throws RpcUnavailableError if none can prove its answer,
 * RpcError if they refuse the range.
 */
export async function readProvenBlocks<Block extends BlockHead>(
  chain: Chain,
  range: Range,
  form: BlockForm<Block>,
): Promise<ProvenRange<Block> | null> {
  let contradiction: RpcUnavailableError | null = null
  const sources = [chain, ...eachAlone(chain)]
  for (const source of sources)
    try {
      return await readFrom(source, sources, { ...range, form })
    } catch (error) {
      // An unreachable endpoint contradicts nothing.
      const isNext =
        error instanceof ContradictionError || (contradiction !== null && error instanceof RpcUnavailableError)
      if (!isNext) throw error
      contradiction ??= error
    }
  throw contradiction
}

function eachAlone(chain: Chain): Chain[] {
  const full = chain.endpoints.filter(({ role }) => role === 'full')
  if (full.length < 2) return []
  return full.map((endpoint) => ({ ...chain, endpoints: [endpoint], rpcUrls: [endpoint.url] }))
}

async function readFrom<Block extends BlockHead>(
  source: Chain,
  witnesses: readonly Chain[],
  { after, first, last, filter, form }: Range & { form: BlockForm<Block> },
): Promise<ProvenRange<Block> | null> {
  const { heads, logs } = await readLogRange(source, { first, last, form }, filter)
  const judgement = judgeRange({ after, first, last, heads, logs, filter })
  if (judgement.verdict === 'reorged') return null
  if (judgement.verdict === 'contradictory')
    throw new ContradictionError(`blocks ${first} to ${last}: ${judgement.why}`)
  await requireCompleteLogs(source, witnesses, { blocks: judgement.doubtful, logs, filter })
  return { heads: judgement.heads, logs }
}
