import fc from 'fast-check'
import { type Hex, toHex } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { bloomOf, mayContainLogs } from './bloom'

const hexOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes))
const anyLog = fc.record({ address: hexOf(20), topics: fc.array(hexOf(32), { minLength: 1, maxLength: 4 }) })

test('a block that holds a log never says that it does not', () => {
  fc.assert(
    fc.property(fc.array(anyLog, { minLength: 1, maxLength: 20 }), (logs) => {
      const bloom = bloomOf(logs)
      for (const { address, topics } of logs) {
        const [topic = '0x'] = topics
        expect(mayContainLogs(bloom, [address], [topic])).toBe(true)
        expect(mayContainLogs(bloom, [address.toUpperCase().replace('0X', '0x') as Hex], [topic])).toBe(true)
      }
    }),
    propertyRuns(),
  )
})

test('a few logs rule out nearly everything else, an empty block all', () => {
  const [address, topic]: [Hex, Hex] = [toHex(1, { size: 20 }), toHex(1, { size: 32 })]
  expect(mayContainLogs(bloomOf([]), [address], [topic])).toBe(false)
  const bloom = bloomOf([{ address, topics: [topic] }])
  const others = Array.from({ length: 500 }, (_, n) => toHex(n + 2, { size: 20 }))
  expect(others.filter((other) => mayContainLogs(bloom, [other], [topic]))).toEqual([])
  expect(mayContainLogs(bloom, [...others, address], [topic])).toBe(true)
  expect(mayContainLogs(bloom, [address], [toHex(2, { size: 32 })])).toBe(false)
})
