import { bloomOf } from '@/server/chains/evm/bloom'
import {
  type BlockForm,
  type BlockHead,
  type ChainLog,
  HEADERS,
  readBlockLogs,
  readLogRange,
  type Sought,
} from '@/server/chains/evm/read-log-range'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { judgeRange } from './judge-range'

type Range = { after: { head: bigint; hash: string | null }; first: bigint; last: bigint; sought: Sought }

export type ProvenRange<Block = BlockHead> = { heads: readonly Block[]; logs: readonly ChainLog[] }

/** As `readProvenBlocks`, with the headers of the blocks. */
export async function readProvenRange(chain: Chain, range: Range): Promise<ProvenRange | null> {
  return readProvenBlocks(chain, range, HEADERS)
}

/**
 * The logs of a range with the proof that they are all there are; null where the chain was rebuilt below it. Of a block for which nothing
 * came while its header says that something may be there, all logs are read: only if they make the header's bloom was there nothing.
 * Throws RpcUnavailableError where the node contradicts itself, RpcError where it refuses the range.
 */
export async function readProvenBlocks<Block extends BlockHead>(
  chain: Chain,
  { after, first, last, sought }: Range,
  form: BlockForm<Block>,
): Promise<ProvenRange<Block> | null> {
  const { heads, logs } = await readLogRange(chain, { first, last, form }, sought)
  const judgement = judgeRange({ after, first, last, heads, logs, sought })
  if (judgement.verdict === 'parted') return null
  if (judgement.verdict === 'unsound') throw new RpcUnavailableError(`blocks ${first} to ${last}: ${judgement.why}`)
  for (const block of judgement.doubtful) await requireNothingIn(chain, block, sought)
  return { heads: judgement.heads, logs }
}

async function requireNothingIn(chain: Chain, { hash, number, logsBloom }: BlockHead, sought: Sought): Promise<void> {
  const all = await readBlockLogs(chain, hash)
  if (all.some(({ blockHash }) => blockHash !== hash) || bloomOf(all) !== logsBloom)
    throw new RpcUnavailableError(`block ${number}: its logs are not those of its header`)
  const addresses = new Set<string>(sought.addresses)
  const topics = new Set<string>(sought.topics)
  if (all.some(({ address, topics: [topic = ''] }) => addresses.has(address) && topics.has(topic)))
    throw new RpcUnavailableError(`block ${number}: logs were left out`)
}
