import { expect, test } from 'vitest'
import { BASE_SEPOLIA } from './chain.test-data'
import { type TransferValues, transferBodyOf } from './transfer-call'

const VALUES: TransferValues = { chainId: '84532', asset: 'ETH', toAddress: '0xT', amount: '1.5' }

test.each([
  ['ETH', {}],
  ['cNGN', { cNGN: true }],
  ['USDC', { tokenAddress: '0xU' }],
])('%s becomes the fields of a transfer', (asset, fields) => {
  expect(transferBodyOf('0xF', { ...VALUES, asset }, BASE_SEPOLIA)).toEqual({
    fromAddress: '0xF',
    toAddress: '0xT',
    amount: '1.5',
    chainType: 'EVM',
    chainId: 84532,
    ...fields,
  })
})
