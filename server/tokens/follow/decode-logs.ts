import { type AbiParameter, concat, decodeAbiParameters, type Hex, size, toEventSelector } from 'viem'
import { yieldTokenAbi, yieldTokenTopics } from '@/contracts/generated/yield-token'
import type { BlockHead, ChainLog } from '@/server/chains/evm/read-log-range'
import type { FollowedToken } from './load-followed'

/** One event of a token. Integers are decimal text, addresses are checksummed. */
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

/** The events of tokens in a range, in chain order. Logs that do not decode belong to other contracts. */
export function decodeLogs(
  followed: readonly FollowedToken[],
  { blocks, logs }: { blocks: readonly BlockHead[]; logs: readonly ChainLog[] },
): TokenEvent[] {
  const byAddress = new Map(followed.map((token) => [token.contractAddress.toLowerCase(), token]))
  const times = new Map(blocks.map(({ number, timestamp }) => [number, Number(timestamp)]))
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

const WORD_BYTES = 32
/** Events by first topic, because viem would hash the signatures of an ABI again for every log. */
const EVENTS = new Map(
  yieldTokenAbi.flatMap((item): [Hex, { name: string; topics: number; words: readonly AbiParameter[] }][] => {
    if (item.type !== 'event') return []
    const isIndexed = ({ indexed }: { indexed: boolean }) => indexed
    const indexed: readonly AbiParameter[] = item.inputs.filter(isIndexed)
    const plain: readonly AbiParameter[] = item.inputs.filter((input) => !isIndexed(input))
    const words = [...indexed, ...plain]
    return [[toEventSelector(item), { name: item.name, topics: indexed.length, words }]]
  }),
)

/** Every parameter of these events is one word, so topics and data are decoded alike. */
function decode({ topics: [signature, ...rest], data }: ChainLog): Pick<TokenEvent, 'name' | 'args'> | null {
  const event = EVENTS.get(signature ?? '0x')
  const encoded = event && concat([...rest.slice(0, event.topics), data])
  if (!encoded || rest.length < event.topics || size(encoded) < event.words.length * WORD_BYTES) return null
  try {
    const values = decodeAbiParameters(event.words, encoded)
    const texts = event.words.map(({ name = '' }, n) => [name, toText(values[n])] as const)
    return { name: event.name, args: Object.fromEntries(texts) }
  } catch {
    return null
  }
}

/** Addresses are decoded with their checksum. */
function toText(value: unknown): string | boolean {
  return typeof value === 'boolean' ? value : String(value)
}
