import { z } from 'zod'
import { businessRef } from '@/server/businesses/contract'
import { parseAmount } from '@/server/money/amount'

export const balanceView = z.object({ available: z.string(), reserved: z.string(), currency: z.literal('USD') })
export type Balance = z.infer<typeof balanceView>

export const JOURNAL_KINDS = ['credit', 'hold', 'raise', 'settle'] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

export const journalFilter = z.object({
  kind: z.enum(JOURNAL_KINDS).optional(),
  page: z.int().min(1).max(10_000).default(1),
})
export type JournalFilter = z.output<typeof journalFilter>

export const operatorJournalFilter = journalFilter.extend({ businessId: z.uuid().optional() })
export type OperatorJournalFilter = z.output<typeof operatorJournalFilter>

/** A million dollars: what a slip of the keyboard may at most do. */
const MAX_CREDIT_MICROS = 1_000_000_000_000n

export const creditInput = businessRef.extend({
  amountUsd: z
    .string()
    .trim()
    .superRefine((text, issues) => {
      const parsed = parseAmount(text, 6)
      if ('problem' in parsed) issues.addIssue({ code: 'custom', message: `Amount ${parsed.problem}` })
      else if (parsed.units > MAX_CREDIT_MICROS)
        issues.addIssue({ code: 'custom', message: 'Amount is more than 1,000,000 USD' })
    }),
  reason: z.string().trim().min(5, 'Say why, in at least 5 characters').max(200),
})

/** A movement of money; the amounts are what it put into the account (or, with a minus, took out of it), in dollars. */
export type JournalView = {
  id: string
  businessId: string
  businessName: string
  kind: JournalKind
  available: string
  reserved: string
  gas: string
  transactionId: string | null
  /** Of that transaction, for a link; null where it belongs to no project. */
  projectId: string | null
  reason: string
  createdBy: string
  createdAt: string
}

export type JournalPage = { items: JournalView[]; total: number; page: number; pageSize: number }

/** What a business paid and what was spent for it, by chain. Dollars; the native amounts are in whole coins. */
export type GasUse = {
  businessId: string
  businessName: string
  chainId: number
  chainName: string
  nativeSymbol: string
  transactions: number
  charged: string
  held: string
  /** Fees of its transactions on chain that the platform paid and did not charge. */
  sponsored: string
}
