import { BUSINESS_ACCOUNTS, type ledgerEntries, type ledgerJournals } from '@/db/schema'
import type {
  AccountSum,
  Balance,
  EntryView,
  GasUse,
  JournalReference,
  JournalView,
  TrialBalance,
} from '@/schemas/ledger/contract'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import { type CurrencyFormat, formatOf, formatUnits, type Token } from './format-units'
import type { Funds } from './running-balance'

export type JournalRow = {
  journal: typeof ledgerJournals.$inferSelect
  businessName: string
  /** The project of the transaction that the entry is about. */
  projectId: string | null
  reference: JournalReference | null
}

type Entry = Pick<typeof ledgerEntries.$inferSelect, 'kind' | 'amountUnits'>

/** The amount of the entry of this kind; 0 if there is none. */
export function unitsOf(entries: readonly Entry[], kind: Entry['kind']): bigint {
  return entries.find((entry) => entry.kind === kind)?.amountUnits ?? 0n
}

/** `entries`: its own, in dollars. */
export function toJournal(
  { journal, businessName, projectId, reference }: JournalRow,
  entries: readonly Entry[],
  after: Funds | null,
): JournalView {
  const amountOf = (kind: Entry['kind']) => formatUsd(unitsOf(entries, kind))
  return {
    id: journal.id,
    businessId: journal.businessId,
    businessName,
    kind: journal.kind,
    available: amountOf('available'),
    reserved: amountOf('reserved'),
    gas: amountOf('gas'),
    after: after && { available: formatUsd(after.available), reserved: formatUsd(after.reserved) },
    reference,
    projectId,
    reason: journal.reason,
    createdAt: journal.createdAt.toISOString(),
  }
}

type EntryRow = {
  journal: typeof ledgerJournals.$inferSelect
  businessName: string
  amountUnits: bigint
  /** The balance of its account right after it. */
  balanceUnits: bigint
  /** The value of its rate, if it has one. */
  ngnPerUsdE8: bigint | null
}

/** `format`: the display of its account's currency. */
export function toEntry(
  { journal, businessName, amountUnits, balanceUnits, ngnPerUsdE8 }: EntryRow,
  format: CurrencyFormat,
): EntryView {
  const { referenceType: type, referenceId: id } = journal
  return {
    journalId: journal.id,
    businessId: journal.businessId,
    businessName,
    journalKind: journal.kind,
    amount: formatUnits(amountUnits, format),
    balanceAfter: formatUnits(balanceUnits, format),
    reference: type !== null && id !== null ? { type, id } : null,
    ngnPerUsd: ngnPerUsdE8 === null ? null : formatAmount(ngnPerUsdE8, 8),
    reason: journal.reason,
    createdAt: journal.createdAt.toISOString(),
  }
}

const OF_BUSINESSES: readonly string[] = BUSINESS_ACCOUNTS

type BooksRows = {
  /** Summed by currency and kind; `units` as the statement writes them. */
  accounts: readonly { currency: string; kind: string; accounts: number; units: string | null }[]
  tokens: readonly Token[]
  checkedAt: Date | null
  problem: string | null
}

export function toTrialBalance({ accounts, tokens, checkedAt, problem }: BooksRows): TrialBalance {
  const totals = new Map<string, bigint>()
  const sums = accounts.map(({ currency, kind, accounts: counted, units: text }): AccountSum => {
    const units = BigInt(text ?? 0)
    totals.set(currency, (totals.get(currency) ?? 0n) + units)
    const format = formatOf(currency, tokens)
    const balance = formatUnits(units, format)
    return {
      currency,
      currencyName: format.name,
      kind,
      accounts: counted,
      balance,
      isPlatform: !OF_BUSINESSES.includes(kind),
    }
  })
  return {
    accounts: sums,
    totals: [...totals].map(([currency, units]) => {
      const format = formatOf(currency, tokens)
      return { currency, currencyName: format.name, total: formatUnits(units, format), isBalanced: units === 0n }
    }),
    checkedAt: checkedAt?.toISOString() ?? null,
    problem,
  }
}

/** The balance from a business's dollar accounts; a missing account is empty. */
export function toBalance(accounts: readonly { kind: string; micros: bigint }[]): Balance {
  const dollars = (kind: string) => formatUsd(accounts.find((account) => account.kind === kind)?.micros ?? 0n)
  return { available: dollars('available'), reserved: dollars('reserved'), currency: 'USD' }
}

/** Sums as the statement writes them: micro-dollars, and base units of the chain's coin. */
export type GasUseRow = {
  businessId: string
  businessName: string
  chainId: number
  chainName: string
  nativeSymbol: string
  nativeDecimals: number
  charged: string
  held: string
  uncharged: string
}

export function toGasUse(row: GasUseRow): GasUse {
  return {
    businessId: row.businessId,
    businessName: row.businessName,
    chainId: row.chainId,
    chainName: row.chainName,
    nativeSymbol: row.nativeSymbol,
    charged: formatUsd(BigInt(row.charged)),
    held: formatUsd(BigInt(row.held)),
    uncharged: formatAmount(BigInt(row.uncharged), row.nativeDecimals),
  }
}
