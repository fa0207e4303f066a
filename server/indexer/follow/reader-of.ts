import type { Chain } from '@/server/chains/registry'
import type { ChainReader } from './chain-reader'
import { evmReader } from './evm-reader'

const READERS = { EVM: evmReader } satisfies Partial<Record<Chain['chainType'], ChainReader>>

/** How a chain's blocks are read. */
export function readerOf({ chainType }: Pick<Chain, 'chainType'>): ChainReader {
  if (chainType !== 'EVM') throw new Error(`nobody reads the blocks of ${chainType}`)
  return READERS[chainType]
}
