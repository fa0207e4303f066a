import { expect, test } from 'vitest'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import { transactionSteps } from './transaction-steps'

const AT = '2026-11-21T10:00:00.000Z'

const transaction: TransactionView = {
  id: '0193a000-0000-7000-8000-000000000001',
  type: 'TRANSFER',
  chainType: 'EVM',
  network: 'TESTNET',
  chainId: 84532,
  signerType: 'BUSINESS_HD',
  fromAddress: '0x1',
  addressIndex: 0,
  toAddress: '0x2',
  amount: '1',
  data: null,
  value: null,
  txHash: null,
  status: 'PENDING',
  gasUsed: null,
  feeWei: null,
  explorerUrl: '',
  explorerTxUrl: null,
  createdAt: AT,
  updatedAt: AT,
  stage: 'queued',
  confirmations: 0,
  attempts: 0,
}
const timeline: TimelineView = {
  acceptedAt: AT,
  signedAt: null,
  broadcastAt: null,
  minedAt: null,
  finalAt: null,
  idempotencyKey: null,
  requestId: null,
  blockNumber: null,
  webhookUrl: null,
  note: null,
  needsOperator: null,
  approval: null,
  requests: [],
}

function states(change: Partial<TransactionView>, moments: Partial<TimelineView>): string[] {
  const facts = { transaction: { ...transaction, ...change }, timeline: { ...timeline, ...moments }, message: null }
  return transactionSteps(facts).map((step) => `${step.id} ${step.state}`)
}

test('shows what comes next while a transaction is under way', () => {
  expect(states({}, { signedAt: AT })).toEqual([
    'queued done',
    'signed done',
    'broadcast current',
    'mined pending',
    'final pending',
  ])
})

test('marks the step where a transaction failed and skips the rest', () => {
  expect(states({ status: 'FAILED' }, { signedAt: AT })).toEqual([
    'queued done',
    'signed failed',
    'broadcast skipped',
    'mined skipped',
    'final skipped',
  ])
})

test('names a final failure by what it is, mined or not', () => {
  const titles = (moments: Partial<TimelineView>) =>
    transactionSteps({
      transaction: { ...transaction, status: 'FAILED' },
      timeline: { ...timeline, finalAt: AT, ...moments },
      message: null,
    }).map(({ title }) => title)
  expect(titles({})).toEqual(['Accepted', 'Signed', 'Broadcast', 'Mined', 'Failed'])
  expect(titles({ signedAt: AT, broadcastAt: AT, minedAt: AT }).at(-1)).toBe('Failed')
})

test('ends with the webhook when one was asked for', () => {
  const all = { signedAt: AT, broadcastAt: AT, minedAt: AT, finalAt: AT, webhookUrl: 'https://example.com' }
  expect(states({ status: 'COMPLETED' }, all).at(-1)).toBe('webhook current')
})

test('tells who decided before it was signed, and who asked for what while it was under way', () => {
  const approval = {
    status: 'approved',
    reason: '$60 is above $50',
    askedAt: AT,
    decidedAt: AT,
    decidedBy: 'Ada',
  } as const
  const requests = [
    { kind: 'cancel', by: 'Ope', reason: 'wrong address', at: '2026-11-21T10:02:00.000Z' },
    { kind: 'speed_up', by: 'Ada', reason: '', at: '2026-11-21T10:01:00.000Z' },
  ] as const
  const facts = {
    transaction,
    timeline: { ...timeline, broadcastAt: AT, approval, requests: [...requests] },
    message: null,
  }
  expect(transactionSteps(facts).map(({ title }) => title)).toEqual([
    'Accepted',
    'Approved by Ada',
    'Signed',
    'Broadcast',
    'Speed-up requested by Ada',
    'Cancel requested by Ope',
    'Mined',
    'Final',
  ])
})

test('fails at the approval that was refused', () => {
  const approval = { status: 'rejected', reason: 'r', askedAt: AT, decidedAt: AT, decidedBy: 'Ada' } as const
  expect(states({ status: 'FAILED', stage: 'awaiting_approval' }, { approval }).slice(0, 3)).toEqual([
    'queued done',
    'approval failed',
    'signed skipped',
  ])
})

test('waits at the approval, not at the signature behind it', () => {
  const approval = { status: 'pending', reason: 'r', askedAt: AT, decidedAt: null, decidedBy: null } as const
  expect(states({ stage: 'awaiting_approval' }, { approval }).slice(0, 3)).toEqual([
    'queued done',
    'approval current',
    'signed pending',
  ])
})
