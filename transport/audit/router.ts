import { auditChainRef, auditFilter, auditPart, operatorAuditFilter } from '@/schemas/audit/contract'
import { listAudit, listAuditAfter } from '@/server/audit/list-audit'
import { verifyAudit } from '@/server/audit/verify-audit'
import { lastPageAtMost } from '@/server/paging'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const auditRouter = router({
  list: businessProcedure('owner')
    .input(auditFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listAudit(ctx, page))),
  listAfter: businessProcedure('owner')
    .input(auditPart)
    .query(({ ctx, input }) => listAuditAfter(ctx, input)),
  verify: businessProcedure('owner', { whileSuspended: 'It reads the chain and changes nothing' }).mutation(({ ctx }) =>
    verifyAudit(ctx),
  ),
  listOfChain: supportProcedure
    .input(operatorAuditFilter)
    .query(({ ctx, input: { businessId = PLATFORM_BUSINESS_ID, ...filter } }) =>
      lastPageAtMost(filter, (page) => listAudit({ ...ctx, businessId }, page)),
    ),
  verifyOfChain: supportProcedure
    .input(auditChainRef)
    .mutation(({ ctx, input: { businessId = PLATFORM_BUSINESS_ID } }) => verifyAudit({ ...ctx, businessId })),
})
