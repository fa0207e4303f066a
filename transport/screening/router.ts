import {
  acceptListInput,
  blockAddressesInput,
  blockedAddressFilter,
  blockedAddressRef,
  screenInput,
} from '@/schemas/screening/contract'
import type { OperatorCtx, TenantCtx } from '@/server/ctx'
import { lastPageAtMost, PAGE_SIZE, toPage } from '@/server/paging'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { blockAddresses } from '@/server/screening/block-addresses'
import { findBlocked } from '@/server/screening/find-blocked'
import { listBlockedAddresses } from '@/server/screening/list-blocked-addresses'
import { acceptList } from '@/server/screening/lists/accept-list'
import { getList } from '@/server/screening/lists/get-list'
import { unblockAddress } from '@/server/screening/unblock-address'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const screeningRouter = router({
  listBlockedAddresses: businessProcedure('viewer')
    .input(blockedAddressFilter)
    .query(({ ctx, input }) => listPage(ctx, input)),
  findBlocked: businessProcedure('viewer')
    .input(screenInput)
    .query(async ({ ctx, input }) => [...(await findBlocked(ctx, input.addresses))]),
  blockAddresses: businessProcedure('owner')
    .input(blockAddressesInput)
    .mutation(({ ctx, input: { addresses, reason } }) => blockAddresses(ctx, { addresses, reason })),
  unblockAddress: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(blockedAddressRef)
    .mutation(({ ctx, input }) => unblockAddress(ctx, input.blockedAddressId)),
  listBlockedAddressesOfAll: supportProcedure
    .input(blockedAddressFilter)
    .query(({ ctx, input }) => listPage(asPlatform(ctx), input)),
  blockAddressesOfAll: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(blockAddressesInput)
    .mutation(({ ctx, input }) => blockAddresses(asPlatform(ctx), input)),
  getList: supportProcedure.query(({ ctx }) => getList(ctx)),
  acceptList: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(acceptListInput)
    .mutation(({ ctx, input }) => acceptList(ctx, input)),
  unblockAddressOfAll: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(blockedAddressRef)
    .mutation(({ ctx, input }) => unblockAddress(asPlatform(ctx), input.blockedAddressId)),
})

type Filter = { address?: string; page: number }

function listPage(ctx: Pick<TenantCtx, 'db' | 'businessId'>, input: Filter) {
  return lastPageAtMost(input, async ({ address, page }) =>
    toPage(await listBlockedAddresses(ctx, { address, page, limit: PAGE_SIZE })),
  )
}

/** Addresses that operators block are blocked for every business. */
function asPlatform(ctx: OperatorCtx) {
  return { ...ctx, businessId: PLATFORM_BUSINESS_ID, projectId: null }
}
