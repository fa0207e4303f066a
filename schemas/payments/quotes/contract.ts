import { z } from 'zod'
import { type BillingCycle, MAX_DESCRIPTION, type PaymentChange } from '@/schemas/payments/words'
import { lineOfText } from '@/schemas/text/contract'
import { parseAmount } from '@/server/money/amount'
import type { Rows } from '@/server/paging'
import { field } from '@/server/text/field'

const [LEAST_MICROS, MAX_MICROS] = [1_000_000n, 1_000_000_000_000n]
const MICROS_PER_CENT = 10_000n

/** Reads the amount of a top-up by its digits, in micro-dollars, or returns the problem of the text. */
function readAmountUsd(text: string): { micros: bigint } | { problem: string } {
  const parsed = parseAmount(text, 2)
  if ('problem' in parsed) return parsed
  const micros = parsed.units * MICROS_PER_CENT
  return micros >= LEAST_MICROS && micros <= MAX_MICROS ? { micros } : { problem: 'must be from $1 to $1,000,000' }
}

/** The amount as people type it; blanks around it are ignored. */
export const amountUsdText = z.string().transform((text, issues) => {
  const read = readAmountUsd(text.trim())
  if ('micros' in read) return read.micros
  issues.addIssue({ code: 'custom', message: `Amount ${read.problem}` })
  return z.NEVER
})

/** Dollars as a number of at most two decimals. Its digits are exact: the body was read with `exactNumbers`. */
export const amountUsdField = z
  .number()
  .transform((number, issues) => {
    const read = readAmountUsd(String(number))
    if ('micros' in read) return read.micros
    issues.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })
  .meta({
    type: 'number',
    minimum: 1,
    maximum: 1_000_000,
    multipleOf: 0.01,
    description: 'The amount in dollars, with at most two decimals. The account accepts only that exact amount.',
    examples: [25],
  })

export const descriptionField = field(
  lineOfText.max(MAX_DESCRIPTION).default(''),
  'A note for your own records.',
  'October',
)

const naira = (description: string, example: number) => field(z.number(), description, example)
const moment = z.iso.datetime()

/** The present price of a payment. */
export const quoteView = z
  .object({
    purpose: field(z.enum(['SUBSCRIPTION', 'WALLET_TOPUP']), 'The requested value.', 'SUBSCRIPTION'),
    amountNgn: naira('The amount to pay, in naira.', 29_919.36),
    amountUsd: field(z.string(), 'The amount in dollars, at `fxRate`.', '19.302813'),
    creditNgn: naira('The credit for the unused part of the previous plan, in naira.', 20_080.64),
    fxRate: field(z.number(), 'USD per 1 NGN.', 0.000645161290323),
    expiryAt: field(
      moment,
      'The time at which this price would expire if a payment were opened now.',
      '2026-11-21T11:35:12.310Z',
    ),
    periodStart: field(
      moment.nullable(),
      'The plan or subscription that it pays for; null for a top-up.',
      '2026-11-21T11:05:12.310Z',
    ),
    periodEnd: field(moment.nullable(), 'Its end.', '2026-12-21T11:05:12.310Z'),
  })
  .meta({ id: 'Quote' })
export type QuoteView = z.infer<typeof quoteView>

/** The present price of a payment for display: money as exact decimals. */
export type QuotePreview = {
  /** Null if it begins at once and costs nothing. */
  change: PaymentChange | null
  /** The price without the credit; for a top-up the paid amount. */
  fullPriceNgn: string
  creditNgn: string
  amountNgn: string
  amountUsd: string
  /** Naira of one dollar; null if nothing is paid. */
  ngnPerUsd: string | null
  periodStart: string | null
  periodEnd: string | null
}

/** The outcome of taking a plan now, or the reason why it is refused. */
type OfferOutcome = 'free' | 'payable' | 'downgrade' | 'paid_plan_runs'

export type CycleOffer = {
  /** Naira and, at the present rate, dollars to the cent, rounded up: null without a rate. */
  fullPriceNgn: string
  fullPriceUsd: string | null
  outcome: OfferOutcome
  /** The credit for the unused part of the current plan. */
  creditNgn: string
}

export type PlanOffer = {
  id: number
  name: string
  description: string
  /** Off: it runs and can not be taken any more. */
  isActive: boolean
  capabilities: string[]
  /** A month. */
  quotas: { name: string; limit: number }[]
  readPerMinute: number
  writePerMinute: number
  /** Gas that is paid a day and chain. */
  sponsoredDailyUsd: string
  /** Months that a year costs. */
  yearlyMonths: number
  cycles: Record<BillingCycle, CycleOffer>
}

/** The current plan of a project for a product. */
export type RunningPlan = {
  subscriptionId: string
  planId: number
  planName: string
  billingCycle: BillingCycle
  /** `PAST_DUE`: its time is over, but its plan stays in effect until `graceEndDate`. */
  phase: 'ACTIVE' | 'PAST_DUE'
  /** Off if it is free or was given. */
  isPaid: boolean
  autoRenew: boolean
  startDate: string
  endDate: string
  graceEndDate: string
}

export type ProductOffer = {
  id: number
  name: string
  description: string
  running: RunningPlan | null
  /** A quote whose price still holds. */
  openPayment: { id: string; planId: number | null } | null
  plans: PlanOffer[]
}

/**
 * The products with their plans. `ngnPerUsd` is null while there is no rate; then nothing that has a price can be
 * bought.
 */
export type Offers = Rows<ProductOffer> & { ngnPerUsd: string | null }
