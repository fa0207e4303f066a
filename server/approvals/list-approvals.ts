import { and, asc, count, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { approvals, transactions } from '@/db/schema'
import type { ApprovalFilter, ApprovalPage, ApprovalView } from '@/schemas/approvals/contract'
import { listChains } from '@/server/chains/registry'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE } from '@/server/paging'
import { actorNames } from '@/server/people/actor-names'
import { findKnownAddresses } from '@/server/wallets/find-known-addresses'
import { selfApprovalReasonOf } from './self-approval-reason-of'
import { toApproval } from './view'
import { isNewRecipient } from './waiting-lines'

/**
 * The project's approvals: those that wait with the most urgent first, or those that were decided with the newest
 * first. Those that wait in a batch are listed with its id only: to new recipients first, else in their order.
 */
export async function listApprovals(ctx: ProjectCtx, { state, batchId, page }: ApprovalFilter): Promise<ApprovalPage> {
  const isPending = state === 'pending'
  const where = and(
    ofProject(ctx),
    isPending ? eq(approvals.status, 'pending') : ne(approvals.status, 'pending'),
    batchId ? eq(transactions.batchId, batchId) : isPending ? isNull(transactions.batchId) : undefined,
  )
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(where)
  const isNew = batchId ? isNewRecipient(ctx, { line: 'transactions', batchId }) : sql<boolean>`false`
  const order = batchId
    ? [desc(isNew), asc(approvals.id)]
    : [isPending ? asc(approvals.expiresAt) : desc(approvals.decidedAt), desc(approvals.id)]
  const items = await viewsOf(ctx, { where, order, isNew, offset: offsetOf(page) })
  return { items, total: counted?.total ?? 0, page, pageSize: PAGE_SIZE }
}

type Window = { where: SQL | undefined; order: SQL[]; isNew: SQL<boolean>; offset: number }

async function viewsOf(ctx: ProjectCtx, { where, order, isNew, offset }: Window): Promise<ApprovalView[]> {
  const rows = await ctx.db
    .select({
      approval: approvals,
      transaction: transactions,
      bar: selfApprovalReasonOf(ctx.actor),
      isNewRecipient: isNew,
    })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(where)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  const actors = rows.flatMap(({ approval }) => [approval.requestedBy, approval.decidedBy])
  const nameOf = await actorNames(ctx, actors)
  const chains = await listChains()
  const views = rows.map(({ approval, transaction, ...facts }) => {
    const chain = chains.find(({ chainId }) => chainId === transaction.chainId) ?? null
    return toApproval(approval, transaction, {
      ...facts,
      nameOf,
      chain,
    })
  })
  const known = await findKnownAddresses(ctx, views.flatMap(addressesIn))
  return views.map((view) => ({
    ...view,
    known: known.filter(({ address }) => addressesIn(view).includes(address)),
  }))
}

function addressesIn({ transaction }: Pick<ApprovalView, 'transaction'>): (string | null)[] {
  return [transaction.fromAddress, transaction.toAddress, transaction.recipient]
}

function ofProject({ businessId, projectId }: ProjectCtx) {
  return and(eq(approvals.businessId, businessId), eq(approvals.projectId, projectId))
}
