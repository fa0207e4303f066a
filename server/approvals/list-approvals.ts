import { and, asc, count, desc, eq, ne, type SQL } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import type { ApprovalFilter, ApprovalPage, ApprovalView } from '@/schemas/approvals/contract'
import { listChains } from '@/server/chains/registry'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { selfApprovalReasonOf } from './self-approval-reason-of'
import { toApproval } from './view'

/**
 * The project's approvals: those that wait with the most urgent first, or those that were decided with the newest
 * first.
 */
export async function listApprovals(ctx: ProjectCtx, { state, page }: ApprovalFilter): Promise<ApprovalPage> {
  const isPending = state === 'pending'
  const where = and(ofProject(ctx), isPending ? eq(approvals.status, 'pending') : ne(approvals.status, 'pending'))
  const [counted] = await ctx.db.select({ total: count() }).from(approvals).where(where)
  const order = [isPending ? asc(approvals.expiresAt) : desc(approvals.decidedAt), desc(approvals.id)]
  const items = await viewsOf(ctx, { where, order, offset: offsetOf(page) })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

type Window = { where: SQL | undefined; order: SQL[]; offset: number }

async function viewsOf(ctx: ProjectCtx, { where, order, offset }: Window): Promise<ApprovalView[]> {
  const rows = await ctx.db
    .select({ approval: approvals, transaction: transactions, bar: selfApprovalReasonOf(ctx.actor) })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(where)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  const actors = rows.flatMap(({ approval }) => [approval.requestedBy, approval.decidedBy])
  const nameOf = await actorNames(ctx, actors)
  const chains = await listChains()
  return rows.map(({ approval, transaction, bar }) => {
    const chain = chains.find(({ chainId }) => chainId === transaction.chainId) ?? null
    return toApproval(approval, transaction, {
      bar,
      nameOf,
      chain,
    })
  })
}

function ofProject({ businessId, projectId }: ProjectCtx) {
  return and(eq(approvals.businessId, businessId), eq(approvals.projectId, projectId))
}
