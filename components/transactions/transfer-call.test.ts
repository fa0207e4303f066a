import { expect, test } from 'vitest'
import { BASE_SEPOLIA } from './chain.test-data'
import { type TransferValues, transferBodyOf, transferCode } from './transfer-call'

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

test('the command survives a quote in what was typed', () => {
  const body = { toAddress: "it's" }
  const code = transferCode({ baseUrl: 'http://localhost:3000', body, hint: 'sk_live_…' })
  expect(code).toContain(`-d '{"toAddress":"it'\\''s"}'`)
})
