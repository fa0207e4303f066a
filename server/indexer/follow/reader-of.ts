import type { Chain } from '@/server/chains/registry'
import type { ChainReader } from './chain-reader'
import { evmReader } from './evm-reader'
import { solanaReader } from './solana-reader'

const READERS: Record<Chain['chainType'], ChainReader> = { EVM: evmReader, SOLANA: solanaReader }

/** The reader of a chain's blocks, by family. */
export function readerOf({ chainType }: Pick<Chain, 'chainType'>): ChainReader {
  return READERS[chainType]
}
