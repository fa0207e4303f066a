import type { Chain } from '@/server/chains/registry'
import type { ChainReader } from './chain-reader'
import { evmReader } from './evm-reader'
import { solanaReader } from './solana-reader'

const READERS: Record<Chain['chainType'], ChainReader> = { EVM: evmReader, SOLANA: solanaReader }

/** How a chain's blocks are read. */
export function readerOf({ chainType }: Pick<Chain, 'chainType'>): ChainReader {
  return READERS[chainType]
}
