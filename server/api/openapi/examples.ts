import { z } from 'zod'
import { depositPage, depositView } from '@/schemas/deposits/contract'
import { indexerSubscriptionView, newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { replayView } from '@/schemas/indexer/replays/contract'
import { tokenView as accessTokenView } from '@/schemas/keys/contract'
import { fiatAccountView } from '@/schemas/payments/accounts/contract'
import { paymentView } from '@/schemas/payments/contract'
import { quoteView } from '@/schemas/payments/quotes/contract'
import { allowlistEntryView } from '@/schemas/projects/contract'
import { subscriptionView } from '@/schemas/subscriptions/contract'
import { sweepRuleView, sweepStoppedView } from '@/schemas/sweeps/contract'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { couponEventView } from '@/schemas/tokens/payouts/contract'
import type { OperationKind } from '@/schemas/tokens/words'
import { transactionView } from '@/schemas/transactions/contract'
import { declaredCallView } from '@/schemas/transactions/declared-call'
import { transferEstimate } from '@/schemas/transactions/estimate/contract'
import { EXAMPLE_CALL } from '@/schemas/transactions/example-call'
import { walletBalancesView } from '@/schemas/wallets/balances/contract'
import { newWalletView } from '@/schemas/wallets/contract'
import { newWebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { exampleOf } from '@/server/text/example-of'
import type { Json } from './schemas'

const CREATED_AT = '2026-11-21T11:05:12.310Z'
/** Answers to requests whose example has no reference and no metadata. */
const UNTAGGED = { reference: undefined, metadata: undefined }
const TRANSFER: Json = { ...exampleOf(transactionView), ...UNTAGGED }
const UNSENT = {
  txHash: null,
  explorerTxUrl: null,
  gasUsed: null,
  feeWei: null,
  feeUsd: undefined,
  valueUsd: undefined,
  senderAddress: undefined,
  confirmations: 0,
  attempts: 0,
}
const QUEUED = { ...UNSENT, status: 'PENDING', stage: 'queued', updatedAt: CREATED_AT }
/** Sent by its first attempt, and in no block. */
const SENT = {
  ...TRANSFER,
  ...UNSENT,
  status: 'PENDING',
  stage: 'broadcast',
  txHash: TRANSFER.txHash,
  explorerTxUrl: TRANSFER.explorerTxUrl,
  attempts: 1,
}
const { to: CALLED, ...CALL_DATA } = EXAMPLE_CALL
const SIGN = { type: 'SIGN', toAddress: CALLED, amount: '0', valueUsd: '0.00', ...CALL_DATA }
const CALL = { ...SIGN, call: exampleOf(declaredCallView) }

const OPEN_OPERATION = {
  ...exampleOf(operationView),
  status: 'PENDING',
  transactionIds: [],
  txHash: null,
  updatedAt: '2026-11-24T11:05:12.310Z',
}
const operation = (kind: OperationKind) => ({ 202: { ...OPEN_OPERATION, kind } })
const RULE = exampleOf(sweepRuleView)
const UNUSED = { deliveredCount: 0, lastDeliveryAt: null, updatedAt: CREATED_AT }
const REPLAY = exampleOf(replayView)
const CANCELLED = {
  ...TRANSFER,
  ...UNSENT,
  status: 'FAILED',
  stage: 'queued',
  valueUsd: TRANSFER.valueUsd,
  error: 'Cancelled before it was sent',
}

/**
 * The `data` of the replies, by operation and status, where the examples of the fields are not enough: it is the reply
 * to the example of the request. `reference-answers.test.ts` compares the two.
 */
const ANSWERS: Record<string, Record<number, unknown>> = {
  createToken: { 200: { ...exampleOf(accessTokenView), scope: undefined } },
  createWallets: { 201: [{ ...exampleOf(newWalletView), reference: undefined }] },
  getWalletBalances: { 200: { ...exampleOf(walletBalancesView), unavailable: [] } },
  listDeposits: { 200: { ...exampleOf(depositPage), items: [{ ...exampleOf(depositView), screened: null }] } },
  createTransfer: { 201: TRANSFER, 202: { ...TRANSFER, ...QUEUED } },
  estimateTransfer: { 200: { ...exampleOf(transferEstimate), tokenAddress: undefined } },
  signTransaction: { 200: { ...TRANSFER, ...SIGN }, 202: { ...TRANSFER, ...SIGN, ...QUEUED } },
  callContract: { 200: { ...TRANSFER, ...CALL }, 202: { ...TRANSFER, ...CALL, ...QUEUED } },
  cancelTransaction: { 200: CANCELLED, 202: SENT },
  speedUpTransaction: { 202: SENT },
  createSweepRule: {
    201: {
      ...RULE,
      ...UNTAGGED,
      tokenAddress: undefined,
      symbol: 'ETH',
      purpose: null,
      schedule: null,
      nextRunAt: null,
    },
  },
  updateSweepRule: {
    200: {
      ...RULE,
      status: 'PAUSED',
      metadata: { customer: 'c-77', book: 'treasury' },
      updatedAt: '2026-11-21T11:05:44.862Z',
    },
  },
  cancelSubscription: {
    200: { ...exampleOf(subscriptionView), autoRenew: false, updatedAt: '2026-11-21T11:05:44.862Z' },
  },
  quotePayment: {
    200: {
      ...exampleOf(quoteView),
      purpose: 'WALLET_TOPUP',
      amountNgn: 38_750,
      amountUsd: '25.00',
      creditNgn: 0,
      periodStart: null,
      periodEnd: null,
    },
  },
  subscribe: { 200: [{ ...exampleOf(fiatAccountView), amountExpected: 38_750 }] },
  createIndexerSubscription: { 201: { ...exampleOf(newIndexerSubscriptionView), ...UNUSED } },
  updateIndexerSubscription: { 200: { ...exampleOf(indexerSubscriptionView), confirmations: 1 } },
  createIndexerReplay: {
    202: { ...REPLAY, nextBlock: REPLAY.fromBlock, eventCount: 0, updatedAt: CREATED_AT },
  },
  cancelIndexerReplay: { 200: { ...REPLAY, status: 'canceled', endedAt: REPLAY.updatedAt } },
  issueToken: {
    201: {
      ...exampleOf(tokenView),
      ...UNTAGGED,
      status: 'PENDING',
      assetClass: 'MONEY_MARKET',
      tokenType: 'ASSET',
      yieldParams: null,
      totalSupply: '0',
      holderCount: 0,
      txHash: null,
      documents: [],
      updatedAt: '2026-11-24T11:05:12.310Z',
    },
  },
  mintToken: operation('MINT'),
  burnToken: operation('BURN'),
  transferToken: operation('TRANSFER'),
  pauseToken: operation('PAUSE'),
  unpauseToken: operation('UNPAUSE'),
  registerWallets: operation('REGISTER'),
  removeWallets: operation('REMOVE'),
  removeWallet: operation('REMOVE'),
  freezeWallet: operation('FREEZE'),
  payCoupon: operation('PAY_COUPON'),
  callToken: operation('CALL'),
  createWebhookEndpoint: { 201: { ...exampleOf(newWebhookEndpointView), ...UNUSED, description: '' } },
  allowIpAddress: { 201: { ...exampleOf(allowlistEntryView), label: '' } },
}

/** The `data` of a reply; undefined if the examples of its fields say all. */
export function answerExample(operationId: string, status: number): unknown {
  return ANSWERS[operationId]?.[status]
}

const TREASURY = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const SWEEP = {
  ...UNTAGGED,
  type: 'SWEEP',
  toAddress: TREASURY,
  sweep: { ruleId: RULE.id, trigger: 'deposit' },
}
const REVERTED = { status: 'FAILED', error: 'Reverted: ERC20InsufficientBalance' }
/** Its month was over eight days before the event. */
const ENDED = {
  startDate: '2026-10-13T11:05:12.310Z',
  endDate: '2026-11-13T11:05:12.310Z',
  createdAt: '2026-10-13T11:05:12.310Z',
  updatedAt: '2026-11-21T11:05:44.862Z',
}
const UNSCREENED = { screened: null }
const screened = (status: 'FLAGGED' | 'CLEARED') => ({ screened: { status, list: 'BUSINESS' } })

/** The values of an event's object that differ from the examples of its fields. */
const FACTS: Record<string, Json> = {
  'wallet.transfer.failed': REVERTED,
  'wallet.sign.completed': SIGN,
  'wallet.sign.failed': { ...SIGN, ...REVERTED },
  'wallet.sweep.completed': SWEEP,
  'wallet.sweep.failed': { ...SWEEP, ...REVERTED },
  'wallet.sweep.stopped': { rule: { ...RULE, heldWallets: 1, updatedAt: '2026-11-21T11:05:44.862Z' } },
  'wallet.deposit.confirmed': UNSCREENED,
  'wallet.deposit.reverted': { ...UNSCREENED, stage: 'reverted', confirmations: 0 },
  'wallet.deposit.screened': screened('FLAGGED'),
  'wallet.deposit.cleared': screened('CLEARED'),
  'payment.failed': { status: 'FAILED', providerId: null },
  'payment.refunded': { status: 'REFUNDED' },
  'payment.exception': { exceptions: ['OVERPAID'] },
  'subscription.past_due': { ...ENDED, status: 'PAST_DUE' },
  'subscription.expired': { ...ENDED, status: 'EXPIRED' },
  'subscription.canceled': { status: 'CANCELED', autoRenew: false },
  'token.deployed': { totalSupply: '0', holderCount: 0 },
  'token.failed': { status: 'FAILED', error: 'Reverted: Paused', code: 'paused' },
  'token.minted': { kind: 'MINT' },
  'token.burned': { kind: 'BURN' },
  'token.transferred': { kind: 'TRANSFER' },
  'token.paused': { kind: 'PAUSE' },
  'token.unpaused': { kind: 'UNPAUSE' },
  'token.called': { kind: 'CALL' },
  'token.coupon.recorded': { status: 'RECORDED' },
  'token.coupon.funded': { status: 'FUNDED' },
  'token.coupon.paid': { status: 'PAID', paidTotal: '3150.684' },
  'token.coupon.defaulted': { status: 'DEFAULTED' },
}

/** The views whose examples are completed by the facts of an event. */
const VIEWS: readonly z.ZodType[] = [
  transactionView,
  depositView,
  paymentView,
  subscriptionView,
  tokenView,
  operationView,
  couponEventView,
  sweepStoppedView,
]

/** The time of an event of this kind, which is not before the times in its object. */
export function eventTime(kind: string): string {
  if (kind === 'token.coupon.defaulted') return '2027-03-02T00:00:30.000Z'
  if (kind.startsWith('token.coupon.')) return '2027-02-24T00:00:30.000Z'
  return kind.startsWith('token.') ? '2026-11-24T11:05:44.862Z' : '2026-11-21T11:05:44.862Z'
}

/** The object of an event of this kind; undefined if the examples of its fields say all. */
export function eventExample(kind: string, data: z.ZodType): Json | undefined {
  if (!VIEWS.includes(data) || !(data instanceof z.ZodObject)) return undefined
  return { ...exampleOf(data), ...FACTS[kind] }
}
