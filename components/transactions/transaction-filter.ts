import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { parseAsText } from '@/components/filters/parse-as-text'
import {
  CHAIN_TYPES,
  transactionFilter as filterSchema,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from '@/server/transactions/contract'

/** The transaction list's state in the URL, read alike by the page and by the list. */
export const transactionFilter = {
  chainType: parseAsStringLiteral(CHAIN_TYPES),
  chainId: parseAsInteger,
  status: parseAsStringLiteral(TRANSACTION_STATUSES),
  type: parseAsStringLiteral(TRANSACTION_TYPES),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  search: parseAsText.withDefault(''),
  page: parseAsInteger.withDefault(1),
}

export type TransactionListFilter = {
  chainType?: 'EVM' | 'SOLANA' | null
  chainId?: number | null
  status?: TransactionStatus | null
  type?: TransactionType | null
  from?: string
  to?: string
  search?: string
  page?: number
}

/** What the server is asked; a date or chain that somebody mistyped in the address filters nothing. */
export function toTransactionInput(projectId: string, filter: TransactionListFilter & { walletId?: string }) {
  const { chainId, from, to } = filterSchema.shape
  return {
    projectId,
    chainType: filter.chainType ?? undefined,
    chainId: chainId.safeParse(filter.chainId ?? undefined).data,
    status: filter.status ?? undefined,
    type: filter.type ?? undefined,
    from: from.safeParse(filter.from || undefined).data,
    to: to.safeParse(filter.to || undefined).data,
    search: filter.search?.slice(0, 120) || undefined,
    walletId: filter.walletId,
    page: Math.max(1, filter.page ?? 1),
  }
}
