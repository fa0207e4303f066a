import { z } from 'zod'
import type { JournalReference } from '@/schemas/ledger/contract'
import type { JournalKind } from '@/schemas/ledger/words'
import { type Page, pageNumber } from '@/server/paging'

/** Days in UTC; both are included. */
const days = z.object({ from: z.iso.date(), to: z.iso.date() })
const inOrder = ({ from, to }: z.output<typeof days>) => from <= to
const OUT_OF_ORDER = { message: 'must not be before from', path: ['to'] }

export const statementPeriod = days.refine(inOrder, OUT_OF_ORDER)
export type StatementPeriod = z.output<typeof statementPeriod>

export const statementFilter = days.extend({ page: pageNumber }).refine(inOrder, OUT_OF_ORDER)
export type StatementFilter = z.output<typeof statementFilter>

/** `after`: the last line of the previous part. */
export const statementPart = days
  .extend({ after: z.object({ at: z.iso.datetime(), id: z.uuid() }).nullable() })
  .refine(inOrder, OUT_OF_ORDER)
export type StatementPart = z.output<typeof statementPart>

/** The available and the reserved amount, as decimals in dollars. */
export type StatementBalance = { available: string; reserved: string }

/** One movement; its amounts are the changes of each account, negative where money was taken out. */
export type StatementLine = StatementBalance & {
  id: string
  at: string
  kind: JournalKind
  reference: JournalReference | null
  /** The rate in naira of one dollar, if the money was converted. */
  ngnPerUsd: string | null
  reason: string
}

/** A movement with the balances right after it. */
export type StatementRow = StatementLine & { after: StatementBalance }

export type StatementView = StatementPeriod & {
  currency: 'USD'
  opening: StatementBalance
  closing: StatementBalance
  /** Oldest first. */
  lines: Page<StatementRow>
}
