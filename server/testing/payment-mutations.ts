import { randomUUID } from 'node:crypto'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { failedRefund, lostRefund } from '@/server/payments/refunds/refund-world.test-data'
import { byOperator, byOwner, type MutationCall } from './mutation-call'
import { ADDRESS, CHAIN_ID } from './mutation-chain'
import type { MutationWorld } from './mutation-world'
import { newAddress } from './new-address'

const PLAN = {
  description: 'A plan',
  isActive: true,
  priceMonthly: '0',
  capabilities: [],
  yearlyMonths: 10,
  proration: 'PRORATE',
  readPerMinute: 1,
  sponsoredDailyUsd: 1,
  quotas: [],
  creditRate: {},
  writePerMinute: 1,
}

/** Calls of the mutations about payments, balances, plans and prices that succeed in a fresh world. */
export const PAYMENT_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'fx.proposeManual': async (w) => byOperator(w, { ngnPerUsd: '1550', isConfirmed: true }),
  'fx.updateSource': async (w) =>
    byOperator(w, { name: 'manual', isActive: true, priority: 0, maxAgeMinutes: 60, maxDeviationBps: 500 }),
  'ledger.credit': async (w) => byOperator(w, { businessId: w.businessId, amountUsd: '10.00', reason: 'welcome' }),
  'payments.addDepositToken': async (w) => {
    await w.endpoint()
    const tokenAddress = newAddress()
    return byOperator(w, { chainId: CHAIN_ID, tokenAddress, peg: 'USD', symbol: `T${tokenAddress.slice(-8)}` })
  },
  'payments.setDepositTokenActive': async (w) => byOperator(w, { tokenId: await w.depositToken(), isActive: false }),
  'payments.setSweepLeast': async (w) => byOperator(w, { tokenId: await w.depositToken(), sweepLeast: '2.5' }),
  'payments.decideArrival': async (w) =>
    byOperator(w, { kind: 'ignore', arrivalId: await w.revertedArrival(), reason: 'nobody booked it' }),
  'payments.recoverDeposit': async (w) => {
    await w.endpoint()
    const address = await w.paymentAddress()
    const reason = 'sent to the wrong place'
    const amount = '0.000000000000000001'
    return byOperator(w, { chainId: CHAIN_ID, address, tokenAddress: null, amount, toAddress: ADDRESS, reason })
  },
  'payments.decideException': async (w) =>
    byOperator(w, { kind: 'ignore', receiptId: await lostReceipt(), reason: 'nobody knows' }),
  'payments.requestRefund': async (w) => {
    const reason = 'the customer asked for it'
    return byOperator(w, { receiptId: await lostReceipt(), to: 'PROVIDER', amountNgn: '0.05', reason })
  },
  'payments.approveRefund': async (w) => {
    // The first refund of all opens the platform's account.
    await lostRefund()
    return byOperator(w, { refundId: await lostRefund({ isMuch: true }) })
  },
  'payments.dropRefund': async (w) =>
    byOperator(w, { refundId: await lostRefund({ isMuch: true }), reason: 'nobody wants it' }),
  'payments.closeRefund': async (w) => byOperator(w, { refundId: await failedRefund(), reason: 'paid by a transfer' }),
  'payments.dropRecovery': async (w) =>
    byOperator(w, { recoveryId: await w.proposedRecovery(), reason: 'the wrong address' }),
  'payments.ignoreProviderEvent': async (w) =>
    byOperator(w, { eventId: await w.providerEvent(), reason: 'the money is booked' }),
  'payments.retryRefund': async (w) => byOperator(w, { refundId: await lostRefund() }),
  'payments.subscribe': async (w) =>
    byOwner(w, { request: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } }),
  'payments.requestReconciliation': async (w) => byOperator(w, undefined),
  'payments.retryProviderEvent': async (w) => byOperator(w, { eventId: await w.providerEvent() }),
  'payments.setProviderActive': async (w) => byOperator(w, { name: 'monnify', isActive: false }),
  'plans.create': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), productId: 1 }),
  'plans.update': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), planId: 1 }),
  'prices.setFeed': async (w) => {
    await w.endpoint()
    return byOperator(w, { symbol: 'ETH', feedChainId: CHAIN_ID, feedAddress: ADDRESS, maxAgeMinutes: 60 })
  },
  'prices.setFixed': async (w) => byOperator(w, { symbol: 'cNGN', priceUsd: '0.0007' }),
  'sponsorship.setBudget': async (w) =>
    byOperator(w, { businessId: w.businessId, chainId: CHAIN_ID, dailyUsd: '5', reason: 'a trial' }),
  'subscriptions.setPlan': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, productId: 1, planId: null }),
  'subscriptions.cancel': async (w) => byOwner(w, { subscriptionId: await w.billing() }),
  'subscriptions.setAutoRenew': async (w) => byOwner(w, { subscriptionId: await w.billing(), autoRenew: true }),
}
