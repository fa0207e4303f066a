import { type Capability, capabilitiesOf } from './capabilities'
import type { chains, fxSources, plans, priceSources, products } from './schema'

const [WALLET, EVENTS, TOKENIZATION] = [capabilitiesOf(1), capabilitiesOf(2), capabilitiesOf(3)]
const WALLET_FREE = WALLET.filter((name) => name !== 'wallet.hd.deactivate')
const EVENTS_FREE = EVENTS.filter((name) => name !== 'indexer.subscribe.solana')
const TOKENS = TOKENIZATION.filter((name) => name !== 'tokenization.yield.manage')

/** decisions.md: 1 Wallet, 2 Blockchain events, 3 Tokenization. */
export const PRODUCTS = [
  {
    id: 1,
    name: 'Wallet',
    description: 'HD wallets, transfers and signing on EVM chains and Solana.',
  },
  {
    id: 2,
    name: 'Blockchain events',
    description: 'Decoded contract events, streamed to a webhook.',
  },
  {
    id: 3,
    name: 'Tokenization',
    description: 'Issue and run tokenized real-world assets.',
  },
] as const satisfies readonly (typeof products.$inferInsert)[]

type Plan = typeof plans.$inferInsert

const SPONSORED_DAILY_USD: Record<string, bigint> = { Free: 10n, Growth: 1_000n, Scale: 10_000n }

function plan(
  id: number,
  productId: number,
  name: string,
  description: string,
  priceMonthlyMinor: bigint,
  capabilities: Capability[],
): Plan {
  const scale = { Free: 1, Growth: 5, Scale: 20 }[name] ?? 1
  return {
    id,
    productId,
    name,
    description,
    priceMonthlyMinor,
    capabilities,
    creditRate:
      productId === 1 ? { 'api.calls': 1, 'wallets.created': 5, transfers: 10, signatures: 10 } : { 'api.calls': 1 },
    planQuotas: quotasOf(productId, name, scale),
    rateLimits: { readPerMinute: 600 * scale, writePerMinute: 120 * scale },
    sponsoredDailyMicros: (SPONSORED_DAILY_USD[name] ?? 0n) * 1_000_000n,
    createdBy: 'system',
  }
}

/**
 * The monthly limits stop runaway use, and no working product comes near them. For what costs gas or keys the free plan
 * has enough to try it.
 */
function quotasOf(productId: number, plan: string, scale: number): Plan['planQuotas'] {
  const calls = { name: 'api.calls', limit: 10_000_000 * scale }
  if (productId !== 1) return [calls]
  const each = 500_000 * scale
  const sent = plan === 'Free' ? 1_000 : each
  return [
    calls,
    { name: 'wallets.created', limit: each },
    { name: 'transfers', limit: sent },
    { name: 'signatures', limit: sent },
  ]
}

/** Three plans a product; prices in kobo. */
export const PLANS: readonly Plan[] = [
  plan(1, 1, 'Free', 'Wallets, transfers and signing for a first product.', 0n, WALLET_FREE),
  plan(2, 1, 'Growth', 'Transfers and signing for a product that is live.', 7_500_000n, WALLET),
  plan(3, 1, 'Scale', 'Everything, at twenty times the rate.', 30_000_000n, WALLET),
  plan(4, 2, 'Free', 'Follow EVM contracts.', 0n, EVENTS_FREE),
  plan(5, 2, 'Growth', 'All networks, Solana too.', 5_000_000n, EVENTS),
  plan(6, 2, 'Scale', 'Everything, at twenty times the rate.', 20_000_000n, EVENTS),
  plan(7, 3, 'Free', 'Read tokens that exist.', 0n, ['tokenization.token.read']),
  plan(8, 3, 'Growth', 'Issue and run plain assets.', 15_000_000n, TOKENS),
  plan(9, 3, 'Scale', 'Yield-bearing assets too.', 60_000_000n, TOKENIZATION),
]

type Chain = typeof chains.$inferInsert
type Common = Pick<Chain, 'code' | 'nativeSymbol' | 'confirmations' | 'blockTimeMs' | 'laneWindow'> & Partial<Chain>

const GWEI = 1_000_000_000n

function evm(
  chainId: number,
  network: 'MAINNET' | 'TESTNET',
  name: string,
  explorerUrl: string,
  common: Common,
): Chain {
  return {
    chainId,
    name,
    network,
    explorerUrl,
    chainType: 'EVM',
    nativeDecimals: 18,
    gasPolicy: network === 'TESTNET' ? 'sponsored' : 'debited',
    maxFeePerGasCap: 2_000n * GWEI,
    ...common,
  }
}

/**
 * Marks in hundredths of the native coin: below `low` a gas wallet is filled to `target`; a treasury below `treasury`
 * raises an alarm.
 */
function gasMarks(low: bigint, target: bigint, treasury: bigint) {
  const hundredth = 10n ** 16n
  return { gasLowUnits: low * hundredth, gasTargetUnits: target * hundredth, treasuryLowUnits: treasury * hundredth }
}

/** EIP-7702 where the chain has it; until an operator put the delegate contract there, wallets are filled instead. */
const RELAYED = { gasStrategy: 'delegation', laneWindow: 16 } as const

const ETH: Common = {
  ...RELAYED,
  ...gasMarks(5n, 20n, 50n),
  code: 'ETH',
  nativeSymbol: 'ETH',
  confirmations: 12,
  blockTimeMs: 12_000,
}
/** Fast finality: the tag follows within seconds. */
const BSC: Common = {
  ...RELAYED,
  ...gasMarks(10n, 50n, 100n),
  code: 'BSC',
  nativeSymbol: 'BNB',
  confirmations: 15,
  finality: 'finalized',
  blockTimeMs: 750,
}
const POL: Common = {
  ...RELAYED,
  ...gasMarks(5_000n, 20_000n, 50_000n),
  code: 'POL',
  nativeSymbol: 'POL',
  confirmations: 20,
  finality: 'finalized',
  blockTimeMs: 2_000,
}
const BASE: Common = {
  ...RELAYED,
  ...gasMarks(2n, 10n, 20n),
  code: 'BASE',
  nativeSymbol: 'ETH',
  confirmations: 10,
  blockTimeMs: 2_000,
  l1Fee: 'op-stack',
}
const LISK: Common = { ...BASE, code: 'LISK' }
const ATC: Common = {
  ...gasMarks(1_000n, 5_000n, 10_000n),
  code: 'ATC',
  nativeSymbol: 'ATC',
  confirmations: 12,
  blockTimeMs: 3_000,
  laneWindow: 16,
}
const SOL = {
  code: 'SOL',
  nativeSymbol: 'SOL',
  confirmations: 32,
  blockTimeMs: 400,
  laneWindow: 64,
  nativeDecimals: 9,
  chainType: 'SOLANA',
  maxFeePerGasCap: 0n,
} as const

/** decisions.md, "Chains". A chain serves requests once it has an active RPC endpoint. */
export const CHAINS: readonly Chain[] = [
  evm(1, 'MAINNET', 'Ethereum', 'https://etherscan.io', ETH),
  evm(11155111, 'TESTNET', 'Ethereum Sepolia', 'https://sepolia.etherscan.io', ETH),
  evm(56, 'MAINNET', 'BNB Smart Chain', 'https://bscscan.com', BSC),
  evm(97, 'TESTNET', 'BNB Smart Chain Testnet', 'https://testnet.bscscan.com', BSC),
  evm(137, 'MAINNET', 'Polygon', 'https://polygonscan.com', POL),
  evm(80002, 'TESTNET', 'Polygon Amoy', 'https://amoy.polygonscan.com', POL),
  evm(8453, 'MAINNET', 'Base', 'https://basescan.org', BASE),
  evm(84532, 'TESTNET', 'Base Sepolia', 'https://sepolia.basescan.org', BASE),
  evm(1135, 'MAINNET', 'Lisk', 'https://blockscout.lisk.com', LISK),
  evm(4202, 'TESTNET', 'Lisk Sepolia', 'https://sepolia-blockscout.lisk.com', LISK),
  evm(42420, 'MAINNET', 'AssetChain', 'https://scan.assetchain.org', ATC),
  evm(42421, 'TESTNET', 'AssetChain Enugu', 'https://scan-testnet.assetchain.org', ATC),
  evm(31337, 'MAINNET', 'Local mainnet', 'http://localhost:8546', {
    code: 'ETH',
    nativeSymbol: 'ETH',
    ...gasMarks(10_000n, 100_000n, 100_000n),
    confirmations: 1,
    blockTimeMs: 1_000,
    laneWindow: 64,
  }),
  {
    ...SOL,
    chainId: 101,
    network: 'MAINNET',
    name: 'Solana',
    explorerUrl: 'https://explorer.solana.com',
    gasPolicy: 'debited',
  },
  {
    ...SOL,
    chainId: 103,
    network: 'TESTNET',
    name: 'Solana Devnet',
    explorerUrl: 'https://explorer.solana.com',
    gasPolicy: 'sponsored',
  },
]

/**
 * Prices of coins by on-chain feeds, of stablecoins by a fixed value that operators keep right. An answer may be a
 * little older than the longest pause a feed allows itself between two.
 */
export const PRICE_SOURCES: readonly (typeof priceSources.$inferInsert)[] = [
  feed('ETH', 1, '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', 4_500),
  feed('BNB', 56, '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', 3_600),
  feed('POL', 137, '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', 3_600),
  feed('SOL', 1, '0x4ffC43a60e009B551865A93d232E33Fce9f01507', 90_000),
  { symbol: 'USDC', source: 'fixed', fixedE8: 100_000_000n },
  { symbol: 'cNGN', source: 'fixed', fixedE8: 65_000n },
]

function feed(symbol: string, feedChainId: number, feedAddress: string, maxAgeSeconds: number) {
  return { symbol, source: 'feed', feedChainId, feedAddress, maxAgeSeconds } as const
}

/**
 * The rate that an operator sets comes first, while it is fresh. The public source publishes once a day, a while after
 * midnight (UTC); the fixed source is for stacks without a source.
 */
export const FX_SOURCE_ROWS: readonly (typeof fxSources.$inferInsert)[] = [
  { name: 'manual', isActive: true, priority: 0, maxAgeSeconds: 86_400, maxDeviationBps: 1_000 },
  { name: 'open-er-api', isActive: true, priority: 10, maxAgeSeconds: 108_000 },
  { name: 'fixed', isActive: false, priority: 20 },
]
