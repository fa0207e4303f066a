import type { Hex } from 'viem'
import { erc20EventsTopics } from '@/contracts/generated/catalog-events'
import type { ChainLog, ChainLogFilter, FullBlock } from '@/server/chains/evm/read-log-range'
import type { Chain } from '@/server/chains/registry'
import type { Arrival } from './deposit-reader'
import { isBurn, netBurns } from './net-burns'

const TRANSFER = erc20EventsTopics['Transfer(address,address,uint256)']

/** Transfers of every token that the chain lists, to any recipient: the number of wallets does not change the query. */
export function depositLogFilter({ tokens }: Pick<Chain, 'tokens'>): ChainLogFilter {
  return { addresses: tokens.map(({ address }) => lower(address)), topics: [TRANSFER] }
}

/**
 * All that blocks moved: native coins of their transactions, whether or not those succeeded, and known tokens, in the
 * order of the chain.
 */
export function findArrivals(
  { tokens }: Pick<Chain, 'tokens'>,
  { heads, logs }: { heads: readonly FullBlock[]; logs: readonly ChainLog[] },
): Arrival[] {
  const tokensByAddress = new Map(tokens.map((token) => [lower(token.address), token]))
  const natives = heads.flatMap(({ number: blockNumber, hash: blockHash, transactions }) =>
    transactions.flatMap(({ hash: txHash, from, to, value: units }): Arrival[] =>
      to ? [{ to, from, token: null, units, txHash, logIndex: null, blockNumber, blockHash }] : [],
    ),
  )
  const ofTokens = logs.flatMap((log): Arrival[] => {
    const { blockNumber, blockHash, transactionHash: txHash, logIndex } = log
    const token = tokensByAddress.get(log.address)
    const moved = movedBy(log)
    return token && moved ? [{ ...moved, token, txHash, logIndex, blockNumber, blockHash }] : []
  })
  // A transfer of zero, or from an address to itself, changes no balance. Transfers of zero are used to make an address
  // look familiar.
  const arrivals = [...natives, ...ofTokens].filter(({ units, from, to }) => units > 0n && from !== to)
  return netBurns(arrivals.sort(inOrder), arrivals.filter(isBurn))
}

/** The content of a Transfer of an ERC-20; null for a log that is none, such as one of an ERC-721. */
function movedBy({ topics, data }: ChainLog): Pick<Arrival, 'from' | 'to' | 'units'> | null {
  const [topic, from, to] = topics
  if (topic !== TRANSFER || !from || !to || topics.length !== 3 || !/^0x[0-9a-f]{64}$/.test(data)) return null
  const isPadded = [from, to].every((word) => /^0x0{24}[0-9a-f]{40}$/.test(word))
  return isPadded ? { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, units: BigInt(data) } : null
}

function inOrder(one: Arrival, other: Arrival): number {
  if (one.blockNumber !== other.blockNumber) return one.blockNumber < other.blockNumber ? -1 : 1
  return (one.logIndex ?? -1) - (other.logIndex ?? -1)
}

function lower(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}
