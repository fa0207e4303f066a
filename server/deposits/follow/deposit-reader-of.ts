import type { Chain } from '@/server/chains/registry'
import type { DepositReader } from './deposit-reader'
import { evmDeposits } from './evm-deposits'
import { solanaDeposits } from './solana-deposits'

const READERS: Record<Chain['chainType'], DepositReader> = { EVM: evmDeposits, SOLANA: solanaDeposits }

/** The readers of deposits, by chain family. */
export function depositReaderOf({ chainType }: Pick<Chain, 'chainType'>): DepositReader {
  return READERS[chainType]
}
