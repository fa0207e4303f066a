import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsChainId } from '@/components/filters/parse-as-chain-id'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import {
  CHAIN_TYPES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionStatus,
  type TransactionType,
} from '@/schemas/transactions/words'
import { toMetadata } from '@/server/text/metadata-pair'

/** The transaction list's state in the URL, read alike by the page and by the list. */
export const transactionFilter = {
  chainType: parseAsStringLiteral(CHAIN_TYPES),
  chainId: parseAsChainId,
  status: parseAsStringLiteral(TRANSACTION_STATUSES),
  type: parseAsStringLiteral(TRANSACTION_TYPES),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  search: parseAsText.withDefault(''),
  metadata: parseAsMetadata,
  /** Set by the result of a batch. */
  batchId: parseAsId,
  page: parseAsPage,
}

export type TransactionListFilter = {
  chainType?: (typeof CHAIN_TYPES)[number] | null
  chainId?: number | null
  status?: TransactionStatus | null
  type?: TransactionType | null
  from?: string
  to?: string
  search?: string
  metadata?: string
  batchId?: string | null
  page?: number
}

/** The server's input; a mistyped date in the address filters nothing. */
export function toTransactionInput(
  projectId: string,
  filter: TransactionListFilter & { walletId?: string; sweepRuleId?: string },
) {
  return {
    projectId,
    chainType: filter.chainType ?? undefined,
    chainId: filter.chainId ?? undefined,
    status: filter.status ?? undefined,
    type: filter.type ?? undefined,
    from: parsePeriodEnd(filter.from),
    to: parsePeriodEnd(filter.to),
    search: filter.search?.slice(0, 120) || undefined,
    metadata: toMetadata(filter.metadata),
    batchId: filter.batchId ?? undefined,
    walletId: filter.walletId,
    sweepRuleId: filter.sweepRuleId,
    page: filter.page ?? 1,
  }
}
