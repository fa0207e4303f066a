import { expect, test } from 'vitest'
import type { PaymentDetail, PaymentReceipt } from '@/schemas/payments/contract'
import { isPayable, pageState } from './payment-displays'
import { paymentSteps } from './payment-steps'

const AT = '2026-11-21T11:05:12.310Z'
const account = {
  ...{ reference: 'SLP-1', amountLeft: '31000', unit: 'NGN' },
  ...{ kind: 'FIAT' as const, accountNumber: '9900000001', accountName: 'Slipway', bankName: 'Bank', sandboxUrl: null },
}
const open: PaymentDetail = {
  ...{ id: 'a', purpose: 'WALLET_TOPUP', status: 'PENDING', paymentRef: 'PAY-1', amountUsd: '20.00', description: '' },
  ...{ exceptions: [], createdAt: AT, updatedAt: AT, change: 'TOPUP', plan: null, periodStart: null, periodEnd: null },
  ...{ amountNgn: '31000', creditNgn: '0', fullPriceNgn: '31000', ngnPerUsd: '1550', receivedNgn: '0' },
  ...{ leftNgn: '31000', expiryAt: AT, settledAt: null, closedAt: null, isReplaced: false, readAt: AT },
  ...{ isOpening: false, notOpened: [], accounts: [account], receipts: [], refunds: [] },
}
const half: PaymentReceipt = {
  ...{ id: 'r', provider: 'sandbox', amount: '15500', unit: 'NGN', valueNgn: '15500', creditedUsd: null },
  ...{ outcome: 'HELD', exceptions: [], paidAt: AT },
}

const titlesOf = (payment: Partial<PaymentDetail>, isOver = false) =>
  paymentSteps({ ...open, ...payment }, { isOver }).map(({ title, state }) => `${title}: ${state}`)

test('an open payment waits for its money', () => {
  expect(titlesOf({})).toEqual([
    'Quoted: done',
    'Account opened: done',
    'Awaiting payment: current',
    'Credited to the balance: pending',
  ])
  expect(titlesOf({ accounts: [], isOpening: true })).toContain('Opening an account: current')
})

test('a part of the money is told, and the rest waited for', () => {
  expect(titlesOf({ receipts: [half] }).slice(2, 4)).toEqual(['Payment received: done', 'Awaiting the rest: current'])
})

test('money sent in time is still looked for once the price has expired', () => {
  expect(titlesOf({}, true).slice(2)).toEqual(['Checking for payments sent in time: current', 'Closed: pending'])
})

test('a quote that a later one replaced waits for nothing', () => {
  const end = 'Replaced by a later quote: skipped'
  expect(titlesOf({ isReplaced: true, accounts: [] }).slice(1)).toEqual(['Account opened: done', end])
  expect(titlesOf({ isReplaced: true, receipts: [half] }).slice(2)).toEqual(['Payment received: done', end])
})

test('a paid, a closed and a refunded payment tell their end', () => {
  const paid: Partial<PaymentDetail> = { status: 'SUCCESS', receipts: [half], accounts: [], settledAt: AT }
  expect(titlesOf(paid).at(-1)).toBe('Credited to the balance: done')
  expect(titlesOf({ status: 'FAILED', accounts: [] }).slice(1)).toEqual([
    'No account could be opened: failed',
    'No payment received: skipped',
    'Closed unpaid: failed',
  ])
  const refund = { id: 'f', to: 'PROVIDER', amount: '15500', unit: 'NGN', createdAt: AT, endedAt: AT } as const
  expect(titlesOf({ ...paid, status: 'REFUNDED', refunds: [{ ...refund, state: 'DONE' }] }).slice(-2)).toEqual([
    'Refunded: done',
    'Refund completed: done',
  ])
})

test('once late money was credited there is nothing to pay or wait for', () => {
  const late: PaymentReceipt = { ...half, outcome: 'CREDITED', creditedUsd: '20', exceptions: ['LATE'] }
  const credited: Partial<PaymentDetail> = { receipts: [late], exceptions: ['LATE'] }
  const end = ['Payment received: done', 'Credited late: done']
  for (const isOver of [false, true]) expect(titlesOf(credited, isOver).slice(2)).toEqual(end)
  expect(titlesOf({ ...credited, status: 'FAILED' }).slice(2)).toEqual(end)
  expect(isPayable({ ...open, ...credited })).toBe(false)
  expect(isPayable(open)).toBe(true)
  expect(pageState({ ...open, ...credited })).toBe('CREDITED_LATE')
  expect(pageState({ ...open, ...credited, status: 'FAILED' })).toBe('CREDITED_LATE')
  // Late money of a paid payment is more than was asked for: it stays paid.
  expect(pageState({ ...open, ...credited, status: 'SUCCESS' })).toBe('SUCCESS')
})
