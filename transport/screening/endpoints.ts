import { z } from 'zod'
import {
  blockAddressesBody,
  blockedAddressesView,
  blockedAddressPage,
  blockedAddressParams,
  listBlockedAddressesQuery,
} from '@/schemas/screening/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { toListReply } from '@/server/paging'
import { blockAddresses } from '@/server/screening/block-addresses'
import { listBlockedAddresses } from '@/server/screening/list-blocked-addresses'
import { unblockAddress } from '@/server/screening/unblock-address'

const OF_ALL = { tags: ['Address screening'], auth: 'liveKey' } as const

export const blockAddressesEndpoint = endpoint({
  ...OF_ALL,
  id: 'blockAddresses',
  method: 'POST',
  path: '/v1/wallet/blocked-addresses',
  summary: 'Block addresses',
  description: [
    'Adds up to 1,000 addresses to the list of your business, which has 10,000 at most. It applies to all projects of the business, in addition to the list of the platform.',
    'Transfers, contract calls and token operations that name a blocked address are refused with `address_blocked`. A transaction that was accepted and not signed yet fails with that error, and its gas is released. A deposit from a blocked address is credited, flagged in `screened`, reported by `wallet.deposit.screened`, and no sweep rule moves it until the flag is cleared.',
    'An address that is on the list already keeps its entry, so the call may be repeated.',
  ].join('\n\n'),
  scope: 'projects:write',
  rateLimit: 'write',
  body: blockAddressesBody,
  replies: { 201: blockedAddressesView },
  async handle({ ctx, body }) {
    return reply(201, 'Addresses blocked', await blockAddresses(ctx, body))
  },
})

export const listBlockedAddressesEndpoint = endpoint({
  ...OF_ALL,
  id: 'listBlockedAddresses',
  method: 'GET',
  path: '/v1/wallet/blocked-addresses',
  summary: 'List blocked addresses',
  description: 'The list of your business. The list of the platform is not shown.',
  scope: 'projects:read',
  rateLimit: 'read',
  query: listBlockedAddressesQuery,
  replies: { 200: blockedAddressPage },
  async handle({ ctx, query }) {
    return reply(200, 'Blocked addresses retrieved', toListReply(await listBlockedAddresses(ctx, query)))
  },
})

export const unblockAddressEndpoint = endpoint({
  ...OF_ALL,
  id: 'unblockAddress',
  method: 'DELETE',
  path: '/v1/wallet/blocked-addresses/{id}',
  summary: 'Unblock an address',
  description: 'Removes an address from the list of your business. Flagged deposits stay flagged.',
  scope: 'projects:write',
  rateLimit: 'write',
  params: blockedAddressParams,
  refusals: { blocked_address_not_found: 'id' },
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await unblockAddress(ctx, params.id)
    return reply(200, 'Address unblocked', null)
  },
})
