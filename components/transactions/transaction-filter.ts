import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { parseAsText } from '@/components/filters/parse-as-text'
import { CHAIN_TYPES, TRANSACTION_STATUSES, type TransactionStatus } from '@/server/transactions/contract'

/** The transaction list's state in the URL, read alike by the page and by the list. */
export const transactionFilter = {
  chainType: parseAsStringLiteral(CHAIN_TYPES),
  status: parseAsStringLiteral(TRANSACTION_STATUSES),
  search: parseAsText.withDefault(''),
  page: parseAsInteger.withDefault(1),
}

type Filter = {
  chainType?: 'EVM' | 'SOLANA' | null
  status?: TransactionStatus | null
  search?: string
  page?: number
  walletId?: string
}

export function toTransactionInput(projectId: string, filter: Filter) {
  return {
    projectId,
    chainType: filter.chainType ?? undefined,
    status: filter.status ?? undefined,
    search: filter.search?.slice(0, 120) || undefined,
    walletId: filter.walletId,
    page: Math.max(1, filter.page ?? 1),
  }
}
