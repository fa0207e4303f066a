import { expect, test } from 'vitest'
import type { TransactionView } from '@/schemas/transactions/contract'
import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import { explainStatus } from './explain-status'

const LANE = { blockedReason: null, blockedSince: null, blockedCount: null, notBefore: null }
const VIEW: TransactionView = {
  ...{ id: '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71', type: 'TRANSFER', chainType: 'EVM', network: 'TESTNET' },
  ...{ chainId: 84_532, signerType: 'BUSINESS_HD', fromAddress: '0xfrom', addressIndex: 0, toAddress: '0xto' },
  ...{ amount: '1', data: null, value: null, txHash: null, status: 'PENDING', gasUsed: null, feeWei: null },
  ...{ explorerUrl: '', explorerTxUrl: null, createdAt: '', updatedAt: '', stage: 'queued', confirmations: 0 },
  attempts: 0,
}

type Change = Partial<Omit<Parameters<typeof explainStatus>[0], 'transaction'>> & {
  transaction?: Partial<TransactionView>
}

const explained = ({ transaction, ...change }: Change) =>
  explainStatus({
    ...{ walletId: 'wallet', needsOperator: null, suspended: null, ahead: null, approval: null, newest: undefined },
    lane: LANE,
    ...change,
    transaction: { ...VIEW, ...transaction },
  })
const failed = (error: string, rest: Partial<TransactionView> = {}) =>
  explained({ transaction: { status: 'FAILED', stage: 'final', error, ...rest } })

test.each([
  ['Cancelled before it was sent', 'cancelled', ['send_again']],
  ['The token refused the transfer: it answered false', 'token_refused', ['support']],
  ['The transaction was refused by the token: it answered false', 'token_refused', ['support']],
  ['Reverted: ERC20InsufficientBalance', 'reverted', ['send_again']],
  ['Its nonce was used by a transaction from outside; nothing was moved', 'nonce_used', ['send_again', 'support']],
  ['Address blocked: 0xto', 'address_blocked', ['screening']],
  [SWEEP_OUTDATED, 'sweep_outdated', []],
  ['Something new', 'transaction_failed', ['send_again']],
])('a failure is named by its text: %s', (error, code, remedies) => {
  const explanation = failed(error)
  expect(explanation).toMatchObject({ state: 'failed', code, why: error })
  expect(explanation?.remedies.map(({ kind }) => kind)).toEqual(remedies)
})

test('a shortage has its numbers, and the remedy of what is short', () => {
  const coin = { unit: 'cNGN', needed: '5000', available: '12.5' }
  expect(failed('short', { shortfall: coin })).toMatchObject({
    code: 'insufficient_funds',
    shortfall: coin,
    remedies: [
      { kind: 'fund_wallet', id: 'wallet', label: 'Fund the wallet with 4,987.5 cNGN' },
      { kind: 'send_again' },
    ],
  })
  expect(failed('short', { shortfall: { ...coin, unit: 'USD' } })).toMatchObject({
    code: 'insufficient_balance',
    remedies: [{ kind: 'top_up' }, { kind: 'send_again' }],
  })
})

test('what waits says behind what, and how many', () => {
  const ahead = { id: 'earlier', count: 3 }
  expect(explained({ ahead })).toMatchObject({
    ...{ state: 'waiting', code: 'behind_earlier', remedies: [{ kind: 'earlier', id: 'earlier' }] },
    facts: [{ label: 'Ahead in the queue', value: '3' }],
  })
  expect(explained({ lane: { ...LANE, blockedReason: 'Waiting for gas' } })).toMatchObject({
    code: 'queue_waits',
    why: 'Waiting for gas',
  })
  expect(explained({ suspended: 'project' })).toMatchObject({ code: 'suspended' })
  expect(explained({ needsOperator: 'Unproven' })).toMatchObject({ code: 'needs_operator', why: 'Unproven' })
})

test('nothing is explained of what is on its way or done', () => {
  expect(explained({})).toBeNull()
  expect(explained({ transaction: { status: 'COMPLETED', stage: 'final' } })).toBeNull()
  expect(explained({ transaction: { stage: 'broadcast', attempts: 1 } })).toBeNull()
})
