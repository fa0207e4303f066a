import { expect, test } from 'vitest'
import { truncateCoins } from './truncate-coins'

test.each([
  ['0', '0'],
  ['12.5', '12.5'],
  ['199999.999491878610023', '199,999.999491'],
  ['100000', '100,000'],
  ['1000.000000000000000001', '1,000'],
  ['3.000000000000000001', '3'],
  ['0.000000000000000001', '< 0.000001'],
])('%s reads %s', (coins, short) => {
  expect(truncateCoins(coins)).toBe(short)
})
