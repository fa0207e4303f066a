import { z } from 'zod'
import { depositView } from '@/schemas/deposits/contract'
import { paymentView } from '@/schemas/payments/contract'
import { subscriptionView } from '@/schemas/subscriptions/contract'
import { tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { couponEventView } from '@/schemas/tokens/payouts/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { exampleOf } from '@/server/text/example-of'
import type { Json } from './schemas'

const OPEN_TRANSACTION = {
  ...exampleOf(transactionView),
  status: 'PENDING',
  stage: 'queued',
  txHash: null,
  explorerTxUrl: null,
  gasUsed: null,
  feeWei: null,
  feeUsd: undefined,
  valueUsd: undefined,
  senderAddress: undefined,
  updatedAt: '2026-11-21T11:05:12.310Z',
  confirmations: 0,
  attempts: 0,
}
const OPEN_OPERATION = { ...exampleOf(operationView), status: 'PENDING', txHash: null }

/** The `data` of a reply whose outcome is still open; undefined where the examples of its fields already fit. */
export function openExample(status: number, data: z.ZodType): unknown {
  if (status === 202 && data === transactionView) return OPEN_TRANSACTION
  if (status === 202 && data === operationView) return OPEN_OPERATION
  if (status === 201 && data === tokenView) return { ...exampleOf(tokenView), totalSupply: '0', holderCount: 0 }
  return undefined
}

const SWEEP = { type: 'SWEEP', sweep: { ruleId: '019a6b3e-9d11-7b55-9d62-3c7f0c9e2b72', trigger: 'deposit' } }
const SIGN = {
  type: 'SIGN',
  toAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  tokenAddress: undefined,
  amount: '0',
  valueUsd: '0.00',
  data: '0x095ea7b300000000000000000000000052908400098527886e0f7030069857d2e4169ee700000000000000000000000000000000000000000000000000000000000f4240',
  value: '0',
}
const REVERTED = { status: 'FAILED', error: 'Reverted: ERC20InsufficientBalance' }
const UNSCREENED = { screened: null }
const screened = (status: 'FLAGGED' | 'CLEARED') => ({ screened: { status, list: 'BUSINESS' } })

/** What the object of an event says beyond the examples of its fields. */
const FACTS: Record<string, Json> = {
  'wallet.transfer.failed': REVERTED,
  'wallet.sign.completed': SIGN,
  'wallet.sign.failed': { ...SIGN, ...REVERTED },
  'wallet.sweep.completed': SWEEP,
  'wallet.sweep.failed': { ...SWEEP, ...REVERTED },
  'wallet.deposit.confirmed': UNSCREENED,
  'wallet.deposit.reverted': { ...UNSCREENED, stage: 'reverted', confirmations: 0 },
  'wallet.deposit.screened': screened('FLAGGED'),
  'wallet.deposit.cleared': screened('CLEARED'),
  'payment.failed': { status: 'FAILED', providerId: null },
  'payment.refunded': { status: 'REFUNDED' },
  'payment.exception': { exceptions: ['OVERPAID'] },
  'subscription.past_due': { status: 'PAST_DUE' },
  'subscription.expired': { status: 'EXPIRED' },
  'subscription.canceled': { status: 'CANCELED', autoRenew: false },
  'token.deployed': { status: 'ACTIVE', totalSupply: '0', holderCount: 0 },
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
]

/** The object of an event of this kind; undefined where the examples of its fields say all. */
export function eventExample(kind: string, data: z.ZodType): Json | undefined {
  if (!VIEWS.includes(data) || !(data instanceof z.ZodObject)) return undefined
  return { ...exampleOf(data), ...FACTS[kind] }
}
