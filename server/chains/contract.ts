/** A chain as the operator sees it. */
export type OperatorChain = {
  chainId: number
  code: string
  name: string
  chainType: 'EVM' | 'SOLANA'
  network: 'MAINNET' | 'TESTNET'
  nativeSymbol: string
  gasPolicy: 'sponsored' | 'debited'
  confirmations: number
  isActive: boolean
  /** Hosts of the active endpoints; the rest of an address may hold a provider's key. */
  endpoints: string[]
  tokens: { symbol: string; address: string; decimals: number }[]
  /** The last block the watcher has read. */
  watchedBlock: string | null
}

/** What the platform can pay gas with, and whether the chain answers. */
export type GasHolding = { chainId: number; address: string; balance: string | null; problem: string | null }
