import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaymentDetail } from '@/schemas/payments/contract'
import { PaymentNotices } from './payment-notices'

const AT = '2026-11-21T11:05:12.310Z'
const PAYMENT: PaymentDetail = {
  ...{ id: 'p', purpose: 'WALLET_TOPUP', status: 'SUCCESS', paymentRef: 'PAY-1', amountUsd: '15', description: '' },
  ...{ exceptions: [], createdAt: AT, updatedAt: AT, change: 'TOPUP' },
  ...{ plan: null, periodStart: null, periodEnd: null, amountNgn: '23250', creditNgn: '0', fullPriceNgn: '23250' },
  ...{ ngnPerUsd: '1550', receivedNgn: '23250', leftNgn: '0', expiryAt: AT, settledAt: AT, closedAt: null },
  ...{ isReplaced: false, readAt: AT, isOpening: false, notOpened: [], accounts: [], receipts: [], refunds: [] },
}
const PLAN = { id: 2, productName: 'Wallet', name: 'Growth', billingCycle: 'MONTHLY' } as const

const stay = () => undefined
const ROUTER = { bfcacheId: '', back: stay, forward: stay, refresh: stay, push: stay, replace: stay, prefetch: stay }

/** The texts of the page's notices, in their order. */
function noticesOf(change: Partial<PaymentDetail>): string {
  const markup = renderToStaticMarkup(
    <AppRouterContext.Provider value={ROUTER}>
      <PaymentNotices projectId="x" payment={{ ...PAYMENT, ...change }} isOver={false} />
    </AppRouterContext.Provider>,
  )
  return markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('a paid top-up says what is in the balance', () => {
  const text = noticesOf({})
  expect(text).toContain('$15.00 is in the balance of the business.')
  expect(text).not.toContain('surplus')
})

test('a top-up that was overpaid says both credits in one notice, after what was sent', () => {
  const text = noticesOf({ exceptions: ['OVERPAID'], receivedNgn: '46500' })
  expect(text).toContain(
    'You sent ₦46,500 for a price of ₦23,250. $15.00 and the surplus of ₦23,250, at the rate of this payment, were credited to the balance of the business.',
  )
  expect(text.match(/surplus of/g)).toHaveLength(1)
  expect(text).not.toContain('Overpaid')
  expect(text.match(/ Balance /g)).toHaveLength(1)
})

test('a plan that was overpaid says where the surplus is, and leads there', () => {
  const text = noticesOf({ plan: PLAN, periodEnd: AT, exceptions: ['OVERPAID'], receivedNgn: '46500' })
  expect(text).toMatch(/You sent ₦46,500 .* Wallet Growth is active\. .* The surplus of ₦23,250 was credited/)
  expect(text).toContain(' Plans ')
  expect(text.match(/ Balance /g)).toHaveLength(1)
})

test('an overpaid payment keeps the notices of its other exceptions', () => {
  const text = noticesOf({ exceptions: ['OVERPAID', 'DUPLICATE'], receivedNgn: '46500' })
  expect(text).toContain('Paid, with a surplus')
  expect(text).toContain('Paid twice')
})
