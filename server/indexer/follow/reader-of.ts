import { readProvenRange } from '@/server/chains/follow/read-proven-range'
import type { Chain } from '@/server/chains/registry'
import { readBlocks } from '@/server/chains/solana/read-blocks'
import type { ChainReader } from './chain-reader'
import { routeLogs, subscriptionLogFilter } from './route-logs'
import { routeMoves } from './route-moves'

/** EVM chains: headers and logs, the logs proven by the headers' blooms. */
const evmReader: ChainReader = {
  async readRange(chain, { after, upTo, most, subscriptions }) {
    const first = after.head + 1n
    const limit = after.head + BigInt(most)
    const last = upTo < limit ? upTo : limit
    const range = await readProvenRange(chain, { after, first, last, filter: subscriptionLogFilter(subscriptions) })
    return range && { blocks: range.heads, ...routeLogs(subscriptions, range), readTo: last }
  },
}

/** Solana: whole finalized blocks, each proven by the next, with their token instructions. */
const solanaReader: ChainReader = {
  async readRange(chain, { after, upTo, most, subscriptions }) {
    const range = await readBlocks(chain, { after, upTo, most })
    return range && { ...range, ...routeMoves(subscriptions, range.blocks) }
  },
}

const READERS: Record<Chain['chainType'], ChainReader> = { EVM: evmReader, SOLANA: solanaReader }

/** The reader of a chain's blocks, by family. */
export function readerOf({ chainType }: Pick<Chain, 'chainType'>): ChainReader {
  return READERS[chainType]
}
