import { z } from 'zod'
import { paymentFilter } from '@/schemas/payments/contract'
import { requestFilter } from '@/schemas/requests/contract'
import { integerText } from '@/schemas/text/contract'
import { transactionFilter } from '@/schemas/transactions/history/contract'
import { messageFilter } from '@/schemas/webhooks/contract'
import { METADATA_PAIR } from '@/server/text/metadata-pair'
import type { SavedList } from './words'

/** Its search in the address is an id or part of a URL. */
const { status, kind, from, to, url: search } = messageFilter.shape

/** Metadata as it is in the address: `customer=c-77`. */
const metadataPair = z.string().regex(METADATA_PAIR, 'must be key=value').optional()

/** The filters of each list, as they are in the URL of its page: the list's own contract, without pages. */
export const LIST_FILTERS = {
  transactions: transactionFilter
    .omit({ walletId: true, sweepRuleId: true, page: true })
    .extend({ chainId: integerText(1, 2_147_483_647, 'The chain.', 84_532).optional(), metadata: metadataPair })
    .strict(),
  deliveries: z.strictObject({ status, kind, search, from, to }),
  payments: paymentFilter.omit({ page: true }).extend({ metadata: metadataPair }).strict(),
  requests: requestFilter.omit({ page: true }).strict(),
} satisfies Record<SavedList, z.ZodType<Record<string, string | number | undefined>>>

type Checked = { query: string } | { problems: string[] }

/**
 * The query of a list in the one form in which it is stored: known filters in the order of the contract, without empty
 * ones. Or the problem, as `field: message`.
 */
export function checkListQuery(list: SavedList, query: string): Checked {
  const given = Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value.trim() !== ''))
  const read = LIST_FILTERS[list].safeParse(given)
  if (!read.success) return { problems: read.error.issues.map(({ path, message }) => `${fieldOf(path)}: ${message}`) }
  const filters = Object.entries(read.data).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  if (filters.length === 0) return { problems: ['query: has no filter'] }
  return { query: new URLSearchParams(filters).toString() }
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length > 0 ? path.map(String).join('.') : 'query'
}
