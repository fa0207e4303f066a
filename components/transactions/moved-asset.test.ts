import { expect, it } from 'vitest'
import { type AssetMove, movedAsset } from './moved-asset'

const USDC = { symbol: 'USDC', address: '0xAbCd000000000000000000000000000000000001', decimals: 6 }
const base: AssetMove = { chainId: 1, type: 'SIGN', toAddress: USDC.address.toLowerCase(), amount: '0', data: null }
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const shown = (moved: Partial<AssetMove>) => movedAsset({ ...base, ...moved }, 'ETH', [USDC])

it.each<[string, Partial<AssetMove>, ReturnType<typeof movedAsset>]>([
  ['a native transfer', { type: 'TRANSFER', amount: '1.5' }, { amount: '1.5', unit: 'ETH' }],
  ['a token transfer', { type: 'TRANSFER', amount: '2', tokenAddress: USDC.address }, { amount: '2', unit: 'USDC' }],
  ['an unknown token', { type: 'TRANSFER', amount: '2', tokenAddress: '0x1' }, { amount: '2', unit: 'tokens' }],
  ['a signed send of coins', { amount: '0.5', data: '0x' }, { amount: '0.5', unit: 'ETH' }],
  ['a signed token transfer', { data: `0xa9059cbb${word(1n)}${word(12_500_000n)}` }, { amount: '12.5', unit: 'USDC' }],
  [
    'a signed transferFrom',
    { data: `0x23b872dd${word(1n)}${word(2n)}${word(1n)}` },
    { amount: '0.000001', unit: 'USDC' },
  ],
  ['an allowance', { data: `0x095EA7B3${word(1n)}${word(3_000_000n)}` }, { amount: '3', unit: 'USDC allowed' }],
  [
    'an unlimited allowance',
    { data: `0x095ea7b3${word(1n)}${word(2n ** 256n - 1n)}` },
    { amount: 'unlimited', unit: 'USDC allowed' },
  ],
  [
    'a call of an unknown contract',
    { toAddress: '0x2', data: `0xa9059cbb${word(1n)}${word(1n)}` },
    { amount: null, unit: 'Contract call' },
  ],
  ['an unknown method', { data: `0x12345678${word(1n)}` }, { amount: null, unit: 'Contract call' }],
  ['calldata that ends too soon', { data: '0xa9059cbb00' }, { amount: null, unit: 'Contract call' }],
  ['a paid call', { amount: '0.1', data: `0xa9059cbb${word(1n)}${word(1n)}` }, { amount: '0.1', unit: 'ETH' }],
])('says what %s moves', (_name, moved, expected) => {
  expect(shown(moved)).toEqual(expected)
})
