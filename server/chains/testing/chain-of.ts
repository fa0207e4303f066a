import { randomUUID } from 'node:crypto'
import type { Chain, ChainEndpoint } from '@/server/chains/registry'

type Given = { url: string } & Partial<ChainEndpoint>

/** An EVM chain with these endpoints, as the registry would return it; each call makes a new chain. */
export function chainOf(endpoints: Given[], terms: Partial<Chain> = {}): Chain {
  const own = endpoints.map((given, index) => ({
    id: randomUUID(),
    label: `node-${index}`,
    role: 'full' as const,
    priority: 0,
    problem: null,
    checkedAt: new Date(),
    ...given,
  }))
  return {
    chainId: 1,
    code: 'ETH',
    name: 'Test chain',
    chainType: 'EVM',
    network: 'TESTNET',
    nativeSymbol: 'ETH',
    nativeDecimals: 18,
    explorerUrl: 'https://explorer.example',
    gasPolicy: 'sponsored',
    gasStrategy: 'topup',
    delegateAddress: null,
    confirmations: 1,
    finality: 'depth',
    l1Fee: 'none',
    bumpAfterBlocks: 3,
    gasLowUnits: 0n,
    gasTargetUnits: 0n,
    treasuryLowUnits: 0n,
    blockTimeMs: 1_000,
    laneWindow: 16,
    maxFeePerGasCap: 10n ** 12n,
    isActive: true,
    createdAt: new Date(),
    updatedAt: new Date(),
    tokens: [],
    endpoints: own,
    rpcUrls: own.filter(({ role }) => role === 'full').map(({ url }) => url),
    ...terms,
  }
}
