import type { Chain } from '@/server/chains/registry'
import { type RpcAnswer, type RpcCall, RpcUnavailableError } from './answer'

/** The fields that distinguish one chain from another. */
export type ChainKind = Pick<Chain, 'chainId' | 'chainType' | 'network'>

/** The genesis block identifies a Solana cluster; each local cluster has its own. */
const SOLANA_CLUSTERS = new Map([
  ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', 'mainnet'],
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', 'devnet'],
  ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', 'testnet'],
])
const CALLS: Record<Chain['chainType'], RpcCall[]> = {
  EVM: [
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
  ],
  SOLANA: [
    { method: 'getGenesisHash', params: [] },
    { method: 'getSlot', params: [] },
  ],
}

/** The calls that read which chain an endpoint serves, and its head. */
export function identityCalls({ chainType }: ChainKind): RpcCall[] {
  return CALLS[chainType]
}

/** The problem of the answers, or null. Throws RpcUnavailableError if the endpoint does not report its chain. */
export function identityProblem(chain: ChainKind, [identity]: RpcAnswer[]): string | null {
  const reported = identity?.result
  if (typeof reported !== 'string') throw new RpcUnavailableError('the endpoint does not report its chain')
  if (chain.chainType === 'SOLANA') return solanaProblem(chain, reported)
  if (!/^0x[0-9a-f]{1,16}$/i.test(reported)) throw new RpcUnavailableError('the endpoint does not report its chain')
  return BigInt(reported) === BigInt(chain.chainId)
    ? null
    : `Serves chain ${BigInt(reported)} instead of ${chain.chainId}`
}

function solanaProblem({ network }: ChainKind, genesis: string): string | null {
  const cluster = SOLANA_CLUSTERS.get(genesis)
  if (cluster === undefined || (cluster === 'mainnet') === (network === 'MAINNET')) return null
  return `Serves Solana ${cluster} instead of ${network === 'MAINNET' ? 'mainnet' : 'a test network'}`
}
