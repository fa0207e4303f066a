import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TransactionRow } from '@/db/schema'
import { recordSpan } from '@/server/tracing/trace'
import { broadcastSeconds } from './metrics'

type Started = { chainId: number; startedAt: Date }

/**
 * The column `traced` of the statement that stores signatures, for `traceSigned`: the signed rows of its part `signed`
 * that have a trace context.
 */
export const SIGNED_FACTS = sql`(select coalesce(jsonb_agg(jsonb_build_object('trace', trace_context, 'nonce', nonce)), '[]')
  from signed where trace_context is not null) as traced`
export const signedFacts = z.array(z.object({ trace: z.string(), nonce: z.number().nullable() }))

/** Records in the traces of transactions that the job signed them, with their nonces. */
export function traceSigned(signed: z.infer<typeof signedFacts>, { chainId, startedAt }: Started): void {
  for (const { trace, nonce } of signed) {
    const attributes = { 'slipway.chain': chainId, 'slipway.nonce': nonce ?? undefined }
    recordSpan('job pump-chain: sign', { of: trace, startedAt, attributes })
  }
}

/** The columns that a statement on `transactions t` returns when it records a broadcast, for `traceBroadcasts`. */
export const BROADCAST_FACTS = sql`t.trace_context as trace, extract(epoch from t.broadcast_at - t.created_at)::float8 as seconds,
  t.broadcast_at = now()::timestamptz(3) as "isFirst", case when exists (select from approvals a where a.transaction_id = t.id) then 'approval'
    when exists (select from transactions s where s.served_transaction_id = t.id) then 'gas' else 'nothing' end as after`

export type BroadcastFacts = {
  trace: string | null
  seconds: number
  isFirst: boolean
  after: 'approval' | 'gas' | 'nothing'
}

/** Counts how long transactions took to their first broadcast, and notes in their traces that they were sent. */
export function traceBroadcasts(rows: Iterable<BroadcastFacts>, { chainId, startedAt }: Started): void {
  for (const { trace, seconds, isFirst, after } of rows) {
    if (isFirst) broadcastSeconds.record({ chain: String(chainId), after }, seconds)
    recordSpan('broadcast', { of: trace, startedAt, attributes: { 'slipway.chain': chainId } })
  }
}

/** Records in the traces of transactions that they were mined, became final or failed. */
export function traceStatusChanges(rows: readonly TransactionRow[]): void {
  for (const { traceContext, stage, status, chainId, broadcastAt, createdAt, blockNumber } of rows) {
    recordSpan(`block: ${stage}`, {
      of: traceContext,
      startedAt: broadcastAt ?? createdAt,
      attributes: {
        'slipway.chain': chainId,
        'slipway.status': status,
        'slipway.block': blockNumber?.toString(),
      },
      error: status === 'FAILED' ? 'failed' : null,
    })
  }
}
