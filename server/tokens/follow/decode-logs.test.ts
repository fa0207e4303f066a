import fc from 'fast-check'
import { decodeEventLog, type Hex, size, toHex } from 'viem'
import { expect, test } from 'vitest'
import { yieldTokenAbi, yieldTokenTopics } from '@/contracts/generated/yield-token'
import { propertyRuns } from '@/server/testing/proof'
import { decodeLogs } from './decode-logs'

const ADDRESS = toHex(7, { size: 20 })
const TOKEN = { id: 'token', businessId: 'business', contractAddress: ADDRESS, createdAt: new Date(0) }
const HEAD = { number: 1n, hash: toHex(1, { size: 32 }), parentHash: toHex(0, { size: 32 }), timestamp: 9n }

const anyWord = fc.oneof(
  fc.nat().map((number) => toHex(number, { size: 32 })),
  fc.bigInt(0n, 2n ** 160n - 1n).map((number) => toHex(number, { size: 32 })),
  fc.bigInt(0n, 2n ** 256n - 1n).map((number) => toHex(number, { size: 32 })),
)
const anyLog = fc.record({
  signature: fc.constantFrom(...Object.values(yieldTokenTopics), toHex(99, { size: 32 })),
  topics: fc.array(anyWord, { maxLength: 3 }),
  words: fc.array(anyWord, { maxLength: 4 }),
  /** The number of characters that a broken node left out at the end. */
  missing: fc.constantFrom(0, 0, 0, 2, 10),
})

test('decodes like viem, and ignores logs that viem refuses or that end inside a word', () => {
  fc.assert(
    fc.property(anyLog, ({ signature, topics: rest, words, missing }) => {
      const all = `0x${words.map((word) => word.slice(2)).join('')}` as const
      const data: Hex = missing > 0 && words.length > 0 ? `0x${all.slice(2, -missing)}` : all
      const topics: [Hex, ...Hex[]] = [signature, ...rest]
      const place = { blockNumber: 1n, blockHash: HEAD.hash, transactionHash: HEAD.hash, logIndex: 0, removed: false }
      const log = { ...place, address: ADDRESS, topics, data }
      const [event] = decodeLogs([TOKEN], { blocks: [{ ...HEAD, logsBloom: '0x' }], logs: [log] })
      const decoded = byViem(topics, data)
      // viem accepts a truncated last word.
      const isWhole = decoded !== undefined && Object.keys(decoded.args).length <= rest.length + (size(data) >> 5)
      expect(event && { name: event.name, args: event.args }).toEqual(isWhole ? decoded : undefined)
    }),
    propertyRuns(),
  )
})

function byViem(topics: [Hex, ...Hex[]], data: Hex) {
  try {
    const { eventName: name, args } = decodeEventLog({ abi: yieldTokenAbi, topics, data })
    const texts = Object.entries(args ?? {}).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? value : `${value}`,
    ])
    return { name, args: Object.fromEntries(texts) }
  } catch {
    return undefined
  }
}
