import { z } from 'zod'
import { lineOfText, numericId } from '@/schemas/text/contract'
import type { Rows } from '@/server/paging'

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
  /** The last block that was read for deposits; for transactions where deposits were never read. */
  watchedBlock: string | null
}

/** `stalled`: no new block for many block times; `unreachable`: no endpoint answers. */
export type ChainProblemKind = 'stalled' | 'unreachable'

/** A served chain that makes no progress, for everyone who works on it. */
export type ChainNotice = { chainId: number; name: string; kind: ChainProblemKind; since: string }

/** The balance of a wallet that pays gas for the platform, and the problem if the chain does not answer. */
export type GasHolding = { chainId: number; address: string; balance: string | null; problem: string | null }

/** The state as this server sees it; `unused`: it has not called the endpoint since it started. */
export type EndpointHealthState = 'well' | 'unused' | 'behind' | 'failing' | 'paused' | 'wrong_chain' | 'off'

export type EndpointView = {
  id: string
  label: string
  /** Scheme and host; whatever follows is never shown again. */
  maskedUrl: string
  role: 'full' | 'send_only'
  priority: number
  isActive: boolean
  health: EndpointHealthState
  head: string | null
  lagBlocks: string | null
  latencyMs: number | null
  checkedAt: string | null
  /** The reason why it is not used, or the message of its last failure. */
  problem: string | null
}

export type ChainEndpoints = Rows<EndpointView> & {
  chainId: number
  name: string
  code: string
  chainType: 'EVM' | 'SOLANA'
  isActive: boolean
}

/** The result of an operator's test of an endpoint. */
export type EndpointTest = { problem: string | null; head: string | null; latencyMs: number | null }

/** The facts that an EVM chain reports about itself, queried now. */
export type ChainFacts = {
  chainId: number
  head: string
  /** Average of the newest blocks; null if the node does not report it. */
  blockTimeMs: number | null
  /** The base fee of the next block, in gwei; null if the chain has no fee market (EIP-1559). */
  baseFee: string | null
  /** The gas price that the node suggests now, in gwei. */
  gasPrice: string | null
  /** The newest block under each tag; null if the chain does not know it. */
  safeBlock: string | null
  finalizedBlock: string | null
  /** Whether each contract is at its address. */
  contracts: Record<ChainContract, boolean>
}

export const CHAIN_CONTRACTS = ['deployer', 'delegate', 'assetFactory', 'multicall', 'l1FeeOracle'] as const
export type ChainContract = (typeof CHAIN_CONTRACTS)[number]

export const chainRef = z.object({ chainId: numericId })
export const endpointRef = z.object({ endpointId: z.uuid() })

/** The settings that can be changed later. The address cannot: add a new endpoint instead. */
const endpointTerms = z.object({
  label: lineOfText.min(1, 'Enter a name').max(60),
  role: z.enum(['full', 'send_only']),
  priority: z.int('Enter a whole number').min(0).max(1_000),
})
export const addEndpointInput = chainRef.extend(endpointTerms.shape).extend({
  url: z.string().trim().min(1, 'Enter an address').max(2_048),
})
export const updateEndpointInput = endpointRef.extend(endpointTerms.shape)
export const setEndpointActiveInput = endpointRef.extend({ isActive: z.boolean() })

const endpointUse = endpointTerms.pick({ role: true, priority: true }).extend({ isActive: z.boolean() })
export type EndpointUse = z.output<typeof endpointUse>

/** A change that waits for a second operator, with the use of the endpoint when the change was proposed. */
export const endpointChange = endpointRef.extend({
  chainName: z.string(),
  label: z.string(),
  host: z.string(),
  from: endpointUse,
  to: endpointUse,
})
export type EndpointChange = z.output<typeof endpointChange>

/** `Priority: 1 → 0; In use: no → yes`. */
export function describeEndpointChange({ from, to }: Pick<EndpointChange, 'from' | 'to'>): string {
  const says = (use: EndpointUse) =>
    [
      ['In use', use.isActive ? 'yes' : 'no'],
      ['Role', use.role === 'full' ? 'reads and sends' : 'sends only'],
      ['Priority', String(use.priority)],
    ] as const
  const after = says(to)
  return says(from)
    .flatMap(([name, before], index) =>
      before === after[index]?.[1] ? [] : [`${name}: ${before} → ${after[index]?.[1]}`],
    )
    .join('; ')
}
