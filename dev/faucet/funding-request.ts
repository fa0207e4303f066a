import type { StackFacts } from '../stack-file'

export type FaucetChains = Pick<StackFacts, 'evm' | 'solana'>

export type FundingRequest = { chainId: number; address: string; symbol: string; amount: string }
