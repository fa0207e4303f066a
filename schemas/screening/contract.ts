import { z } from 'zod'
import { addressText } from '@/schemas/addresses/contract'
import { integerField, reasonText } from '@/schemas/text/contract'
import { chainTypeField } from '@/schemas/transactions/contract'
import { listMeta, MAX_LIMIT, pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import { BLOCK_SOURCES, type ListFormat, MAX_BLOCKED_AT_ONCE, MAX_SCREENED_AT_ONCE } from './words'

const EXAMPLE_ID = '019a6b3e-7d20-7a44-9b11-5e6f7a8b9c0d'
const EXAMPLE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const EXAMPLE_REASON = 'Named in a court order'

const newBlocks = {
  addresses: field(
    z.array(addressText()).min(1).max(MAX_BLOCKED_AT_ONCE, `At most ${MAX_BLOCKED_AT_ONCE} addresses at once`),
    'EVM or Solana addresses. An EVM address is blocked on every EVM chain, however it is cased.',
    [EXAMPLE_ADDRESS],
  ),
  reason: field(reasonText, 'The reason why they are blocked, for later readers.', EXAMPLE_REASON),
}

export const blockAddressesBody = z.strictObject(newBlocks)
// The body of `/v1` refuses unknown fields, and here the portal sends the project with it.
export const blockAddressesInput = z.object(newBlocks)
export type BlockAddressesInput = z.output<typeof blockAddressesInput>

export const blockedAddressParams = z.strictObject({ id: field(z.string(), 'The id of the entry.', EXAMPLE_ID) })
export const blockedAddressRef = z.object({ blockedAddressId: z.uuid() })

/** The start of an address, or all of it. */
const addressStart = z.string().regex(/^[0-9A-Za-z]{2,64}$/, 'must be an address, or how it starts')

export const listBlockedAddressesQuery = z.strictObject({
  address: field(addressStart.optional(), 'Filters by address, or by how it starts.', EXAMPLE_ADDRESS),
  page: integerField(1, 1_000_000, 'The page number.', 1),
  limit: integerField(1, MAX_LIMIT, 'Items per page.', 20),
})
export type ListBlockedAddressesInput = z.output<typeof listBlockedAddressesQuery>
/** The filter of the lists in the portal. */
export const blockedAddressFilter = z.object({ address: addressStart.optional(), page: pageNumber })

/** Addresses that a page checks before it sends anything to them. */
export const screenInput = z.object({ addresses: z.array(addressText()).min(1).max(MAX_SCREENED_AT_ONCE) })

const instant = z.iso.datetime()

export const blockedAddressView = z
  .object({
    id: field(z.string(), 'The id of the entry.', EXAMPLE_ID),
    address: field(z.string(), 'The blocked address.', EXAMPLE_ADDRESS),
    chainType: chainTypeField,
    reason: field(z.string(), 'The reason why it is blocked.', EXAMPLE_REASON),
    source: field(
      z.enum(BLOCK_SOURCES),
      'MANUAL: added by a person or a key. LIST: read from an external list.',
      'MANUAL',
    ),
    createdBy: field(z.string(), 'Who blocked it.', 'key:019a6b3e-2a10-7b21-8c44-1d2e3f4a5b6c'),
    createdAt: field(instant, 'When it was blocked.', '2026-11-27T11:05:12.310Z'),
  })
  .meta({ id: 'BlockedAddress' })
export type BlockedAddressView = z.infer<typeof blockedAddressView>

export const blockedAddressPage = z
  .object({ data: z.array(blockedAddressView).describe('Newest first.'), meta: listMeta })
  .meta({ id: 'BlockedAddressPage' })

export const blockedAddressesView = z
  .object({
    added: field(z.int(), 'How many of them were not blocked before.', 1),
    addresses: z.array(blockedAddressView).describe('Every one of them, each once, as it is on the list now.'),
  })
  .meta({ id: 'BlockedAddresses' })
export type BlockedAddressesView = z.infer<typeof blockedAddressesView>

/** The list that the platform reads, for operators. */
export type ScreeningListView = {
  /** SCREENING_LIST, as it is set. */
  source: string
  /** The addresses that are in force, and the entries that are none of EVM or Solana. */
  count: number
  unreadable: number
  /** The format of the content in force, and its bytes; null before the first successful read. */
  format: ListFormat | null
  sizeBytes: number
  /** The last success: when it was read, or found unchanged. */
  readAt: string | null
  /** The last attempt. */
  checkedAt: string | null
  /** A read in progress that takes longer than two seconds; null if there is none. */
  reading: { since: string; bytes: number; totalBytes: number | null } | null
  error: string | null
  /** The content that waits for an operator's approval; null if none does. */
  refusedHash: string | null
}

export const acceptListInput = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), reason: reasonText })
