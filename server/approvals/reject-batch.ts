import { and, asc, eq, inArray } from 'drizzle-orm'
import { approvals, type TransactionRow, transactions } from '@/db/schema'
import type { BatchDecision, BatchDecisionInput } from '@/schemas/approvals/batch-contract'
import { type Chain, findChain } from '@/server/chains/registry'
import { chainIsOff } from '@/server/chains/require-running-chain'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { toRefused } from './approve-batch'
import { batchDetail } from './batch-detail'
import { endUnapproved } from './fail-unapproved'
import { isOpenTo } from './is-decidable'
import { rejection } from './rejection'
import { requireSeenBatch } from './require-seen-batch'
import { lockWaitingLines } from './waiting-lines'

/**
 * Rejects every waiting line of a batch as the person saw it: as `rejectTransaction` does it, in one database
 * transaction of the engine's role per chain. A line that was decided meanwhile, is too late or is on a chain that is
 * off is refused and left as it is. Throws as `requireSeenBatch`.
 */
export async function rejectBatch(ctx: ProjectCtx, input: BatchDecisionInput): Promise<BatchDecision> {
  await requireSeenBatch(ctx, input)
  const waiting = await loadWaiting(ctx, input.batchId)
  const decision: BatchDecision = { decided: 0, refused: [] }
  for (const chainId of new Set(waiting.map((row) => row.chainId))) {
    const rows = waiting.filter((row) => row.chainId === chainId)
    const chain = await findChain(chainId)
    const ended = chain ? await rejectLines(ctx, chain, { input, rows }) : []
    const ids = new Set(ended.map(({ id }) => id))
    decision.decided += ids.size
    const left = rows.filter(({ id }) => !ids.has(id))
    decision.refused.push(...left.map((row) => toRefused(row, chain ? notOpen() : chainIsOff(chainId))))
  }
  return decision
}

function loadWaiting({ db, businessId, projectId }: ProjectCtx, batchId: string): Promise<TransactionRow[]> {
  return db
    .select({ transaction: transactions })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transactionId))
    .where(
      and(
        eq(approvals.businessId, businessId),
        eq(approvals.projectId, projectId),
        eq(approvals.status, 'pending'),
        eq(transactions.batchId, batchId),
      ),
    )
    .orderBy(asc(approvals.id))
    .then((rows) => rows.map(({ transaction }) => transaction))
}

type Lines = { input: BatchDecisionInput; rows: readonly TransactionRow[] }

function rejectLines(ctx: ProjectCtx, chain: Chain, { input, rows }: Lines): Promise<TransactionRow[]> {
  const { businessId, projectId } = ctx
  const { batchId, note } = input
  const ids = rows.map(({ id }) => id)
  return endUnapproved(chain, {
    decide: async (db, decision) => {
      await lockWaitingLines(db, { businessId, projectId, batchId })
      return db
        .update(approvals)
        .set(decision)
        .where(
          and(
            eq(approvals.businessId, businessId),
            eq(approvals.projectId, projectId),
            inArray(approvals.transactionId, ids),
            isOpenTo(ctx),
          ),
        )
        .returning()
    },
    entriesOf: (decided) => {
      const ended = decided.map(({ transaction }) => transaction)
      const requestedBy = decided[0]?.approval.requestedBy ?? ''
      const detail = batchDetail({ rows: ended, refused: rows.length - ended.length, requestedBy, note })
      return [{ action: 'batch.rejected', target: batchId, detail }]
    },
    ...rejection(ctx, note),
  })
}

function notOpen(): ApiError {
  return new ApiError('conflict', 'It was decided meanwhile, or its time is over')
}
