/** A family of chains: one way to derive addresses and to sign. */
export type ChainType = 'EVM' | 'SOLANA'
