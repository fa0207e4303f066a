import { z } from 'zod'
import { businessRef } from '@/schemas/businesses/contract'
import { reasonText } from '@/schemas/text/contract'
import { usdText } from '@/server/money/amount-text'
import { type Page, pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import { CURRENCY, GAS_PERIODS, JOURNAL_KINDS, type JournalKind, PLATFORM_KIND } from './words'

export const balanceView = z
  .object({
    available: field(z.string(), 'The amount available for new transactions.', '240.50'),
    reserved: field(z.string(), 'The amount held for pending transactions.', '1.25'),
    currency: field(z.literal('USD'), 'The currency of both amounts.', 'USD'),
  })
  .meta({ id: 'Balance' })
export type Balance = z.infer<typeof balanceView>

/** The `data` of a 402 response for gas. */
export const gasShortageView = z.object({
  neededUsd: field(z.string(), 'The worst case of the gas, in USD.', '0.42'),
  availableUsd: field(
    z.string(),
    'The rest of the balance, or of the daily budget of the chain if the platform pays.',
    '0.10',
  ),
})
export type GasShortage = z.infer<typeof gasShortageView>

export const journalFilter = z.object({
  kind: z.enum(JOURNAL_KINDS).optional(),
  page: pageNumber,
})
export type JournalFilter = z.output<typeof journalFilter>

export const operatorJournalFilter = journalFilter.extend({ businessId: z.uuid().optional() })

export const entryFilter = z.object({
  currency: z.string().regex(CURRENCY),
  kind: z.string().regex(PLATFORM_KIND, 'is not an account of the platform'),
  page: pageNumber,
})
export type EntryFilter = z.output<typeof entryFilter>

/** All accounts of one kind in one currency. */
export type AccountSum = {
  currency: string
  /** `NGN`, `USD`, or a token's symbol on its chain. */
  currencyName: string
  kind: string
  accounts: number
  /** In whole units of the currency, with a minus below zero. */
  balance: string
  isPlatform: boolean
}

/** Every account by currency and kind, and the total in each currency, which is zero if the ledger is correct. */
export type TrialBalance = {
  accounts: AccountSum[]
  totals: { currency: string; currencyName: string; total: string; isBalanced: boolean }[]
  /** When all accounts were last added up, and the problem that was found. */
  checkedAt: string | null
  problem: string | null
}

/** An entry of a journal in an account of the platform. */
export type EntryView = {
  journalId: string
  businessId: string
  businessName: string
  journalKind: JournalKind
  amount: string
  /** The balance of the account right after it. */
  balanceAfter: string
  reference: { type: string; id: string } | null
  /** The rate in naira of one dollar, if the journal exchanged money. */
  ngnPerUsd: string | null
  reason: string
  createdAt: string
}
export type EntryPage = Page<EntryView>

/** A million dollars: the limit of a typing error. */
const MAX_CREDIT_MICROS = 1_000_000_000_000n

/** An operator's input for a credit. */
export const creditForm = z.object({
  amountUsd: usdText({ max: MAX_CREDIT_MICROS, tooMuch: 'is more than $1,000,000' }),
  reason: reasonText,
})

export const creditInput = creditForm
  .extend(businessRef.shape)
  .transform(({ amountUsd, ...input }) => ({ ...input, micros: amountUsd }))
export type CreditInput = z.output<typeof creditInput>

/**
 * The record that a journal refers to. `name`: the reference of a payment or refund, or a provider's transaction; else
 * the id.
 */
export type JournalReference = {
  type: string
  id: string
  name: string
  /** For a link: a transaction of the business, or a payment of one of its projects. */
  about: { transactionId: string } | { paymentId: string; projectId: string } | null
}

/** A movement of money. The amounts are the changes of each account in dollars, negative where money was taken out. */
export type JournalView = {
  id: string
  businessId: string
  businessName: string
  kind: JournalKind
  available: string
  reserved: string
  gas: string
  /** The balances right after it; null in a list that leaves out movements, or that is of several businesses. */
  after: { available: string; reserved: string } | null
  reference: JournalReference | null
  /** The project of the transaction that it is about; null if there is none. */
  projectId: string | null
  reason: string
  createdAt: string
}

export type JournalPage = Page<JournalView>

export const gasUseFilter = z.object({ days: z.literal(GAS_PERIODS).nullable().default(30) })

/** The gas costs of a business on a chain: the amount that it paid, and the amount that the platform paid for it. */
export type GasUse = {
  businessId: string
  businessName: string
  chainId: number
  chainName: string
  nativeSymbol: string
  /** Dollars, charged for transactions of the period. */
  charged: string
  /** Dollars, held now. */
  held: string
  /**
   * Whole coins: fees of sponsored transactions, top-ups and delegations of the period, which no business was charged
   * for.
   */
  uncharged: string
}
