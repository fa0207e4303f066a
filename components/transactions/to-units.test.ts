import { expect, test } from 'vitest'
import { toUnits } from './to-units'

const BASE = { name: 'Base', network: 'MAINNET', nativeSymbol: 'ETH', nativeDecimals: 18, tokens: [] } as const

test('a fee has every digit and stays beside its unit', () => {
  const { feeOf } = toUnits(() => ({ ...BASE, tokens: [] }))
  expect(feeOf({ chainId: 8453, units: '51234567890123' })).toBe('0.000051234567890123\u00a0ETH')
})

test('a fee of an unknown chain is in base units', () => {
  expect(toUnits(() => undefined).feeOf({ chainId: 1, units: '51234' })).toBe('51,234 base units')
})
