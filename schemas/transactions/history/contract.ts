import { z } from 'zod'
import { integerField, integerText, isoDateTime, numericId, periodEnd } from '@/schemas/text/contract'
import { REQUESTABLE_TYPES, type TransactionView, transactionView } from '@/schemas/transactions/contract'
import { CHAIN_TYPES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@/schemas/transactions/words'
import { pageNumber } from '@/server/paging'
import { canonicalAddress } from '@/server/text/canonical-address'
import { listPart } from '@/server/text/csv-list'
import { field } from '@/server/text/field'
import { metadataFilter, referenceFilter } from '@/server/text/tags'

/** An address of either chain family, in the form that is stored. */
const addressFilter = z
  .string()
  .max(64)
  .transform((text, ctx) => {
    const address = canonicalAddress('EVM', text) ?? canonicalAddress('SOLANA', text)
    if (address !== null) return address
    ctx.addIssue('must be an address')
    return z.NEVER
  })
  .optional()
  .meta({ type: 'string', maxLength: 64 })

/** The content of `nextCursor` of a page. */
const cursorText = z
  .string()
  .max(200)
  .transform((text, ctx) => {
    const [at, id] = Buffer.from(text, 'base64url').toString().split(' ')
    const read = z.object({ at: isoDateTime, id: z.uuid() }).safeParse({ at, id })
    if (read.success) return { createdAt: new Date(read.data.at), id: read.data.id }
    ctx.addIssue('must be a `nextCursor` of a page')
    return z.NEVER
  })

/** The position after this row, where the next page begins. */
export function cursorAfter({ createdAt, id }: Pick<TransactionView, 'createdAt' | 'id'>): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

const EXAMPLE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const historyFields = z.strictObject({
  chainType: field(z.enum(CHAIN_TYPES).optional(), 'Filters by chain family.', 'EVM'),
  status: field(z.enum(TRANSACTION_STATUSES).optional(), 'Filters by status.', 'COMPLETED'),
  type: z
    .enum(TRANSACTION_TYPES)
    .optional()
    .meta({ description: 'Filters by type.', enum: [...REQUESTABLE_TYPES], examples: ['TRANSFER'] }),
  chainId: integerText(1, 2_147_483_647, 'Filters by chain.', 84_532).optional(),
  fromAddress: field(addressFilter, 'Filters by the sending wallet.', EXAMPLE_ADDRESS),
  toAddress: field(addressFilter, 'Filters by the recipient, or the contract called.', EXAMPLE_ADDRESS),
  tokenAddress: field(addressFilter, 'Filters by the token that moves.', '0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  reference: referenceFilter,
  metadata: metadataFilter,
  batchId: field(z.uuid().optional(), 'Filters by batch.', '019a6b3e-9d10-7a44-8c51-2b6f0c9e2b71'),
  sweepRuleId: field(z.uuid().optional(), 'Filters by sweep rule.', '019a6b3e-9d11-7b55-9d62-3c7f0c9e2b72'),
  createdFrom: field(
    isoDateTime.optional(),
    'Filters by the time of acceptance: this time or later.',
    '2026-11-01T00:00:00Z',
  ),
  createdBefore: field(
    isoDateTime.optional(),
    'Filters by the time of acceptance: before this time.',
    '2026-12-01T00:00:00Z',
  ),
  limit: integerField(1, 100, 'The maximum number of items.', 20),
  offset: integerField(0, 1_000_000, 'The number of items to skip.', 0),
  cursor: field(
    cursorText.optional().meta({ type: 'string', maxLength: 200 }),
    'The `nextCursor` of the previous page, with the same filters. Use it instead of `offset`: transactions accepted meanwhile then shift no page.',
    'MjAyNi0xMS0yMVQxMTowNToxMi4zMTBaIDAxOWE2YjNlLTdjMWQtN2Q0NC1hOGYxLTNhNWYwYzllMmI3MQ',
  ),
})
export const historyQuery = historyFields.refine(({ cursor, offset }) => cursor === undefined || offset === 0, {
  path: ['cursor'],
  message: 'cannot be combined with offset',
})

/** The filter of the portal's list; days are both included, a minute in `to` is not. */
export const transactionFilter = z.object({
  chainType: z.enum(CHAIN_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  chainId: numericId.optional(),
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  /** The beginning of an id, a hash, an address or a reference, or the end of an id. */
  search: z.string().trim().max(120).optional(),
  metadata: metadataFilter,
  batchId: z.uuid().optional(),
  /** The amount that the wallet sent or received. */
  walletId: z.uuid().optional(),
  sweepRuleId: z.uuid().optional(),
  page: pageNumber,
})
/** A part of the whole list, for a file. */
export const transactionPart = transactionFilter.omit({ page: true }).extend({ after: listPart })
export type TransactionPartInput = z.output<typeof transactionPart>
type TransactionFilter = z.output<typeof transactionFilter>

export type HistoryInput = z.output<typeof historyFields> & Omit<TransactionFilter, 'page'>

/** The history as a file. */
export const historyCsv = field(
  z.string(),
  'One line for each transaction, and a last line with their number.',
  'Time (UTC),Type,Status,Chain,Network,From,To,Amount,Token address,Value (USD),Fee (base units),Fee (USD),Hash,Error,Id,Reference',
)

export const historyView = z
  .object({
    items: z.array(transactionView).describe('Newest first.'),
    pagination: z
      .object({
        total: field(z.int(), 'The total number of items.', 1),
        limit: field(z.int(), 'The requested value.', 20),
        offset: field(z.int(), 'The requested value.', 0),
        hasMore: field(z.boolean(), 'Whether more follow.', false),
        nextOffset: field(z.int().nullable(), 'The `offset` of the next page; null on the last.', null),
        nextCursor: field(z.string().nullable(), 'The `cursor` of the next page; null on the last.', null),
      })
      .describe('The position of this page in the list.'),
  })
  .meta({ id: 'TransactionPage' })
export type HistoryView = z.infer<typeof historyView>
