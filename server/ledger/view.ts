import type { ledgerEntries, ledgerJournals } from '@/db/schema'
import { formatAmount } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'
import type { Balance, GasUse, JournalView } from './contract'

export type JournalRow = {
  journal: typeof ledgerJournals.$inferSelect
  businessName: string
  /** Of the transaction it is about. */
  projectId: string | null
}

/** `entries`: its own, in dollars. */
export function toJournal(
  { journal, businessName, projectId }: JournalRow,
  entries: readonly Pick<typeof ledgerEntries.$inferSelect, 'kind' | 'amountUnits'>[],
): JournalView {
  const amountOf = (kind: string) => formatUsd(entries.find((entry) => entry.kind === kind)?.amountUnits ?? 0n)
  return {
    id: journal.id,
    businessId: journal.businessId,
    businessName,
    kind: journal.kind,
    available: amountOf('available'),
    reserved: amountOf('reserved'),
    gas: amountOf('gas'),
    transactionId: journal.referenceType === 'transaction' ? journal.referenceId : null,
    projectId,
    reason: journal.reason,
    createdAt: journal.createdAt.toISOString(),
  }
}

/** Of a business's dollar accounts; one it does not have is empty. */
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
