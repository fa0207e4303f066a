import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { GAS_PERIODS, JOURNAL_KINDS, type JournalKind } from '@/schemas/ledger/words'

/** The journal list's state in the URL, read alike by the page and by the list. */
export const journalFilter = {
  kind: parseAsStringLiteral(JOURNAL_KINDS),
  page: parseAsPage,
}

/** The operator's gas ledger: whose journals, and how many days the sums go back. */
export const gasLedgerFilter = {
  ...journalFilter,
  businessId: parseAsId,
  days: parseAsStringLiteral(['1', '7', 'all']),
}

type Filter = { kind: JournalKind | null; page: number }

export function toJournalInput({ kind, page }: Filter) {
  return { kind: kind ?? undefined, page }
}

export function toOperatorJournalInput({ businessId, ...filter }: Filter & { businessId: string | null }) {
  return { ...toJournalInput(filter), businessId: businessId ?? undefined }
}

/** Thirty days unless the URL says otherwise. */
export function toGasUseInput({ days }: { days: '1' | '7' | 'all' | null }) {
  if (days === 'all') return { days: null }
  return { days: GAS_PERIODS.find((period) => String(period) === days) ?? 30 }
}
