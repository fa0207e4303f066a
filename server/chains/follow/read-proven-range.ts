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

type Range = { after: { head: bigint; hash: string | null }; first: bigint; last: bigint; sought: ChainLogFilter }

type ProvenRange<Block = BlockHead> = { heads: readonly Block[]; logs: readonly ChainLog[] }

/** As `readProvenBlocks`, with the headers of the blocks. */
export async function readProvenRange(chain: Chain, range: Range): Promise<ProvenRange | null> {
  return readProvenBlocks(chain, range, HEADERS)
}

/**
 * The logs of a range with the proof that they are all there are (`requireCompleteLogs`); null where the chain was
 * rebuilt below it. Only a block whose header says that nothing is there needs no further proof. Where the nodes
 * together, or one of them, contradict themselves, each is asked alone. Throws RpcUnavailableError where none of them
 * can prove what it says, RpcError where they refuse the range.
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
      // One that is out of reach when it is asked alone contradicts nothing.
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
  { after, first, last, sought, form }: Range & { form: BlockForm<Block> },
): Promise<ProvenRange<Block> | null> {
  const { heads, logs } = await readLogRange(source, { first, last, form }, sought)
  const judgement = judgeRange({ after, first, last, heads, logs, sought })
  if (judgement.verdict === 'parted') return null
  if (judgement.verdict === 'unsound') throw new ContradictionError(`blocks ${first} to ${last}: ${judgement.why}`)
  await requireCompleteLogs(source, witnesses, { blocks: judgement.doubtful, logs, sought })
  return { heads: judgement.heads, logs }
}
