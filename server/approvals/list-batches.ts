import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { approvals } from '@/db/schema'
import type { BatchApprovalView } from '@/schemas/approvals/batch-contract'
import type { ProjectCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { selfApprovalReasonOf } from './self-approval-reason-of'
import { toBatchApproval } from './view'
import { fromWaitingLines, isNewRecipient, LINES_DIGEST } from './waiting-lines'

const MAX_BATCHES = 50
const MAX_REASONS = 3

const headRow = z.object({
  batchId: z.string(),
  digest: z.string(),
  lines: z.number(),
  linesToNewRecipients: z.number(),
  valueUsdMicros: z.string().nullable(),
  reasons: z.array(z.string()),
  requestedBy: z.string(),
  firstId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
const totalRow = z.object({
  batchId: z.string(),
  chainId: z.number(),
  tokenAddress: z.string().nullable(),
  decimals: z.number(),
  units: z.string(),
  lines: z.number(),
})

/** The project's batches with lines that wait for a second person, most urgent first; only one if it is named. */
export async function listBatches(
  ctx: ProjectCtx,
  { batchId }: { batchId?: string } = {},
): Promise<BatchApprovalView[]> {
  const from = sql`${fromWaitingLines(ctx)} ${batchId === undefined ? sql`` : sql`and t.batch_id = ${batchId}::uuid`}`
  const heads = z.array(headRow).parse([
    ...(await ctx.db.execute(sql`
      select t.batch_id as "batchId", ${LINES_DIGEST} as digest, count(*)::int as lines,
        (count(*) filter (where ${isNewRecipient(ctx, { line: 't', batchId })}))::int as "linesToNewRecipients",
        case when bool_and(t.value_usd_micros is not null) then sum(t.value_usd_micros)::text end as "valueUsdMicros",
        to_jsonb((array_agg(distinct a.reason))[1:${sql.raw(String(MAX_REASONS))}]) as reasons,
        min(a.requested_by) as "requestedBy", (array_agg(a.id order by a.id))[1]::text as "firstId",
        to_json(min(a.created_at))#>>'{}' as "createdAt", to_json(min(a.expires_at))#>>'{}' as "expiresAt"
      ${from} group by t.batch_id order by min(a.expires_at), t.batch_id limit ${MAX_BATCHES}`)),
  ])
  if (heads.length === 0) return []
  const totals = z.array(totalRow).parse([
    ...(await ctx.db.execute(sql`
      select t.batch_id as "batchId", t.chain_id as "chainId", t.token_address as "tokenAddress", t.decimals,
        sum(t.amount_units)::text as units, count(*)::int as lines
      ${from} group by 1, 2, 3, 4 order by 2, 3 nulls first`)),
  ])
  const bars = await barsOf(
    ctx,
    heads.map(({ firstId }) => firstId),
  )
  const nameOf = await actorNames(
    ctx,
    heads.map(({ requestedBy }) => requestedBy),
  )
  return heads.map(({ firstId, ...head }) =>
    toBatchApproval(head, {
      nameOf,
      bar: bars.get(firstId) ?? null,
      totals: totals.filter(({ batchId }) => batchId === head.batchId),
    }),
  )
}

/** One request created all lines of a batch, so its first line determines who may decide. */
async function barsOf(ctx: ProjectCtx, ids: string[]) {
  const rows = await ctx.db
    .select({ id: approvals.id, bar: selfApprovalReasonOf(ctx.actor) })
    .from(approvals)
    .where(inArray(approvals.id, ids))
  return new Map(rows.map(({ id, bar }) => [id, bar]))
}
