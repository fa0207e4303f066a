import { expect, test } from 'vitest'
import type { TransactionView } from '@/schemas/transactions/contract'
import { BASE_SEPOLIA } from './chain.test-data'
import { sendAgainOf } from './send-again-values'
import { sendFormOf } from './send-form'
import { transferBodyOf } from './transfer-call'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const EARLIER: TransactionView = {
  ...{ id: '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71', type: 'TRANSFER', chainType: 'EVM', network: 'TESTNET' },
  ...{ chainId: 84_532, signerType: 'BUSINESS_HD', fromAddress: '0xF', addressIndex: 0, toAddress: TO, amount: '1.5' },
  ...{ data: null, value: null, txHash: null, status: 'FAILED', gasUsed: null, feeWei: null, explorerUrl: '' },
  ...{ explorerTxUrl: null, createdAt: '', updatedAt: '', stage: 'final', confirmations: 0, attempts: 0 },
  ...{ reference: 'invoice-1', metadata: { customer: 'c-77' } },
}

test.each([
  [undefined, 'ETH', {}],
  ['0xC', 'cNGN', { cNGN: true }],
  ['0xU', 'USDC', { tokenAddress: '0xU' }],
  [TOKEN, '0x8617…070D', { tokenAddress: TOKEN }],
])('a transfer of %s becomes a form that sends the same', (tokenAddress, asset, fields) => {
  const again = sendAgainOf({ ...EARLIER, tokenAddress }, [BASE_SEPOLIA])
  if ('problem' in again) throw new Error(again.problem)
  const { values, chains, from } = again
  expect(values).toEqual({
    ...{ chainId: '84532', asset, toAddress: TO, amount: '1.5', reference: '' },
    metadata: [{ key: 'customer', value: 'c-77' }],
  })
  expect(from).toBe('0xF')
  expect(sendFormOf(chains).safeParse(values).success).toBe(true)
  const [chain = BASE_SEPOLIA] = chains
  expect(transferBodyOf(from, values, chain)).toMatchObject({
    toAddress: TO,
    amount: '1.5',
    chainId: 84_532,
    ...fields,
  })
})

test.each([
  [{ type: 'SIGN' as const }, 'Only transfers can be sent again'],
  [{ chainId: 1 }, 'The chain of this transfer is not available now'],
])('%j is no form, and the reason is said', (change, problem) => {
  expect(sendAgainOf({ ...EARLIER, ...change }, [BASE_SEPOLIA])).toEqual({ problem: expect.stringContaining(problem) })
  const off = { ...BASE_SEPOLIA, isAvailable: false }
  expect(sendAgainOf(EARLIER, [off])).toEqual({ problem: 'Base Sepolia is not available now.' })
})
