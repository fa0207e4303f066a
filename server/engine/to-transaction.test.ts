import { expect, test } from 'vitest'
import type { TransactionRow } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { toTransaction } from '@/server/engine/to-transaction'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const RELAYER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ID = '0190a1b2-0000-7000-8000-000000000001'
const NOW = new Date('2026-01-01T00:00:00Z')

const ROW: TransactionRow = {
  id: ID,
  businessId: ID,
  projectId: ID,
  walletId: ID,
  laneWalletId: ID,
  senderAddress: null,
  type: 'TRANSFER',
  chainType: 'EVM',
  network: 'TESTNET',
  chainId: 84_532,
  signerType: 'BUSINESS_HD',
  fromAddress: ADDRESS,
  addressIndex: 0,
  toAddress: ADDRESS,
  tokenAddress: null,
  callData: null,
  gasLimit: null,
  amountUnits: 1_500_000_000_000_000_000n,
  decimals: 18,
  status: 'PENDING',
  stage: 'queued',
  nonce: null,
  txHash: null,
  blockNumber: null,
  blockHash: null,
  receiptSucceeded: null,
  gasUsed: null,
  feeWei: null,
  error: null,
  shortfall: null,
  valueUsdMicros: 3_000_000_000n,
  nativePriceE8: null,
  priceAt: null,
  feeHoldMicros: 0n,
  feeChargedMicros: null,
  servedTransactionId: null,
  gasShareId: null,
  gasShareMicros: null,
  gasBudgetDay: null,
  gasBudgetMicros: 0n,
  cancelRequestedAt: null,
  speedUpRequestedAt: null,
  needsOperator: null,
  webhookUrl: null,
  webhookOwnSecret: false,
  idempotencyKey: null,
  intentId: null,
  reference: null,
  referenceFingerprint: null,
  metadata: null,
  batchId: null,
  declaredFunction: null,
  sweepRuleId: null,
  sweepTrigger: null,
  traceContext: null,
  requestId: null,
  createdAt: NOW,
  updatedAt: NOW,
  signedAt: null,
  broadcastAt: null,
  minedAt: null,
  finalAt: null,
}

function view(change: Partial<TransactionRow>) {
  const facts = { chain: { explorerUrl: 'https://explorer.example' }, attempts: 0, headBlock: null }
  // As a client receives it: JSON drops undefined fields.
  const sent: unknown = JSON.parse(JSON.stringify(toTransaction({ ...ROW, ...change }, facts)))
  return transactionView.strict().parse(sent)
}

test('shows the value in USD on ended records only, and 0.00 if there was no price', () => {
  expect(view({})).not.toHaveProperty('valueUsd')
  expect(view({ status: 'COMPLETED' }).valueUsd).toBe('3000.00')
  expect(view({ status: 'FAILED' }).valueUsd).toBe('3000.00')
  expect(view({ status: 'FAILED', valueUsdMicros: null }).valueUsd).toBe('0.00')
})

test('shows the charge once it exists, even if it is zero', () => {
  expect(view({ status: 'COMPLETED' })).not.toHaveProperty('feeUsd')
  expect(view({ status: 'COMPLETED', feeChargedMicros: 123n }).feeUsd).toBe('0.000123')
  expect(view({ status: 'FAILED', feeChargedMicros: 0n }).feeUsd).toBe('0.00')
})

test('shows the shortfall if there was one', () => {
  const shortfall = { unit: 'cNGN', needed: '5000', available: '12.5' }
  expect(view({ status: 'FAILED', error: 'Too little', shortfall })).toMatchObject({ error: 'Too little', shortfall })
  expect(view({ status: 'FAILED', error: 'Reverted' })).not.toHaveProperty('shortfall')
})

test('names the sender only if it is not the owner', () => {
  expect(view({ senderAddress: ADDRESS })).not.toHaveProperty('senderAddress')
  expect(view({ senderAddress: RELAYER }).senderAddress).toBe(RELAYER)
})

test('shows data and wei of a signed call, and of no transfer', () => {
  expect(view({})).toMatchObject({ data: null, value: null, amount: '1.5' })
  const call = view({ type: 'SIGN', callData: '0xa9059cbb' })
  expect(call).toMatchObject({ data: '0xa9059cbb', value: '1500000000000000000', amount: '1.5' })
})

test('links to the right cluster in the explorer of Solana', () => {
  const sol = { chainType: 'SOLANA', chainId: 103, txHash: '5sig' } as const
  expect(view(sol).explorerTxUrl).toBe('https://explorer.example/tx/5sig?cluster=devnet')
  expect(view({ ...sol, network: 'MAINNET' }).explorerTxUrl).toBe('https://explorer.example/tx/5sig')
  expect(view({ txHash: '0xab' }).explorerTxUrl).toBe('https://explorer.example/tx/0xab')
})
