import { z } from 'zod'
import { parseAmount } from '@/server/money/amount'
import { lineOfText } from '@/server/text/contract'
import { field } from '@/server/text/field'
import { MAX_DESCRIPTION } from '../words'

const [LEAST_MICROS, MOST_MICROS] = [1_000_000n, 1_000_000_000_000n]
const MICROS_PER_CENT = 10_000n

/** Dollars as a number of at most two decimals. Its digits are exact: the body was read with `exactNumbers`. */
export const amountUsdField = z
  .number()
  .transform((number, issues) => {
    const parsed = parseAmount(String(number), 2)
    const micros = 'units' in parsed ? parsed.units * MICROS_PER_CENT : null
    const problem = 'units' in parsed ? 'must be from 1 to 1,000,000 USD' : parsed.problem
    if (micros !== null && micros >= LEAST_MICROS && micros <= MOST_MICROS) return micros
    issues.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })
  .meta({
    type: 'number',
    minimum: 1,
    maximum: 1_000_000,
    multipleOf: 0.01,
    description: 'Dollars, at most two decimals. The account is bound to that exact amount.',
    examples: [25],
  })

export const descriptionField = field(lineOfText.max(MAX_DESCRIPTION).default(''), 'For your books.', 'October')

const naira = (description: string, example: number) => field(z.number(), description, example)
const moment = z.iso.datetime()

/** What a payment would cost now. */
export const quoteView = z
  .object({
    purpose: field(z.enum(['SUBSCRIPTION', 'WALLET_TOPUP']), 'As asked.', 'SUBSCRIPTION'),
    amountNgn: naira('What is to be paid: naira.', 29_919.36),
    amountUsd: field(z.string(), 'The same in dollars, at `fxRate`.', '19.302813'),
    creditNgn: naira('What the unused part of the plan before takes off: naira.', 20_080.64),
    fxRate: field(z.number(), 'USD per 1 NGN.', 0.000645161290323),
    expiryAt: field(moment, 'Until when a payment opened now would hold this price.', '2026-11-21T11:35:12.310Z'),
    periodStart: field(moment.nullable(), 'What it pays for; null of a top-up.', '2026-11-21T11:05:12.310Z'),
    periodEnd: field(moment.nullable(), 'Its end.', '2026-12-21T11:05:12.310Z'),
  })
  .meta({ id: 'Quote' })
export type QuoteView = z.infer<typeof quoteView>
