import { decodeEventLog, getAddress, type Hex, isAddress } from 'viem'
import { yieldTokenAbi, yieldTokenTopics } from '@/contracts/generated/yield-token'
import type { BlockHead, ChainLog } from '@/server/chains/evm/read-log-range'
import type { FollowedToken } from './load-followed'

/** One event of a token. Integers are decimal text, addresses have their checksum. */
export type TokenEvent = {
  tokenId: string
  businessId: string
  blockNumber: bigint
  blockHash: string
  /** Seconds since 1970. */
  blockTime: number
  txHash: string
  logIndex: number
  name: string
  args: Record<string, string | boolean>
}

/** Every event of the asset contracts. */
export const TOKEN_TOPICS: readonly Hex[] = Object.values(yieldTokenTopics)

/** The events of tokens in a range, in their order. A log that does not decode is of no token of ours. */
export function decodeLogs(
  followed: readonly FollowedToken[],
  { heads, logs }: { heads: readonly BlockHead[]; logs: readonly ChainLog[] },
): TokenEvent[] {
  const byAddress = new Map(followed.map((token) => [token.contractAddress.toLowerCase(), token]))
  const times = new Map(heads.map(({ number, timestamp }) => [number, Number(timestamp)]))
  const events = logs.flatMap((log): TokenEvent[] => {
    const token = byAddress.get(log.address)
    const decoded = token && decode(log)
    if (!token || !decoded) return []
    const { blockNumber, blockHash, transactionHash: txHash, logIndex } = log
    const { id: tokenId, businessId } = token
    const blockTime = times.get(blockNumber) ?? 0
    return [{ tokenId, businessId, blockNumber, blockHash, blockTime, txHash, logIndex, ...decoded }]
  })
  return events.sort((one, other) => Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex)
}

function decode({ topics: [signature, ...rest], data }: ChainLog): Pick<TokenEvent, 'name' | 'args'> | null {
  if (signature === undefined) return null
  try {
    const { eventName, args } = decodeEventLog({ abi: yieldTokenAbi, topics: [signature, ...rest], data })
    const texts = Object.entries(args ?? {}).map(([key, value]) => [key, toText(value)] as const)
    return { name: eventName, args: Object.fromEntries(texts) }
  } catch {
    return null
  }
}

function toText(value: unknown): string | boolean {
  if (typeof value === 'boolean') return value
  const text = String(value)
  return isAddress(text, { strict: false }) ? getAddress(text) : text
}
