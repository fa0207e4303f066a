import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import type { Arrival } from './deposit-reader'
import { isBurn, netBurns } from './net-burns'

const ZERO = `0x${'0'.repeat(40)}`
const US = `0x${'a'.repeat(40)}`
const TOKEN = { address: '0xToken', symbol: 'cNGN', decimals: 6 }

type Moved = { from?: string; to?: string; units: bigint; logIndex: number; txHash?: string }
const moved = ({ from = '0xpayer', to = US, units, logIndex, txHash = '0x1' }: Moved): Arrival => ({
  ...{ from, to, units, logIndex, txHash, token: TOKEN, blockNumber: 1n, blockHash: '0xb' },
})
const net = (moves: readonly Arrival[]) => netBurns(moves, moves.filter(isBurn)).filter((arrival) => !isBurn(arrival))

test('a transfer whose units are burned in the same transaction brings nothing', () => {
  const redeemed = [moved({ units: 500n, logIndex: 1 }), moved({ from: US, to: ZERO, units: 500n, logIndex: 2 })]
  expect(net(redeemed)).toEqual([])
})

test('what is burned in part brings the rest; a burn before it or elsewhere takes nothing', () => {
  const first = moved({ from: US, to: ZERO, units: 9n, logIndex: 0 })
  const elsewhere = moved({ from: US, to: ZERO, units: 9n, logIndex: 5, txHash: '0x2' })
  const others = moved({ from: '0xother', to: ZERO, units: 9n, logIndex: 6 })
  const part = moved({ from: US, to: ZERO, units: 4n, logIndex: 3 })
  expect(net([first, moved({ units: 10n, logIndex: 2 }), part, elsewhere, others])).toMatchObject([{ units: 6n }])
})

test('of any moves of one transaction never less than their balance stays, nor more than came', () => {
  const move = fc.record({ isIn: fc.boolean(), units: fc.bigInt({ min: 1n, max: 1_000n }) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      let balance = 0n
      const real = moves.flatMap(({ isIn, units }, logIndex) => {
        // Nobody burns what he does not have.
        const most = isIn || units < balance ? units : balance
        balance += isIn ? most : -most
        return most > 0n ? [moved(isIn ? { units, logIndex } : { from: US, to: ZERO, units: most, logIndex })] : []
      })
      const left = net(real)
      expect(left.reduce((sum, { units }) => sum + units, 0n)).toBe(balance)
    }),
    propertyRuns(50, 10_000),
  )
})
