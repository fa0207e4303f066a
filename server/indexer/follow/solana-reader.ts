import { readBlocks } from '@/server/chains/solana/read-blocks'
import type { ChainReader } from './chain-reader'
import { routeMoves } from './route-moves'

/** Solana: whole finalized blocks, each proven by the next, with their token instructions. */
export const solanaReader: ChainReader = {
  async readRange(chain, { after, upTo, most, subscriptions }) {
    const range = await readBlocks(chain, { after, upTo, most })
    return range && { ...range, ...routeMoves(subscriptions, range.blocks) }
  },
}
