import { sql } from 'drizzle-orm'
import type { Chain } from '@/server/chains/registry'
import { broadcast, type SendReply } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { BROADCAST_FACTS, type BroadcastFacts, traceBroadcasts } from '@/server/engine/note-progress'
import type { StoredAttempt } from './store-attempts'

type Outcome = 'accepted' | 'rejected' | 'unknown'

/** Error messages of nodes for bytes that they will never accept; any other message may be a fault of the node. */
const REJECTED =
  /signature verification fail|failed to (deserialize|sanitize)|transaction version|too large|invalid params/i

/**
 * Sends stored bytes to every endpoint and records the answers. Nodes do not simulate or retry; the engine does both.
 * Sending the same bytes again is always harmless. No answer decides the outcome: only the chain does.
 */
export async function sendAttempts(ctx: WorkerCtx, chain: Chain, attempts: readonly StoredAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const startedAt = ctx.now()
  const replies = await broadcast(
    chain,
    attempts.map(({ raw }) => ({
      method: 'sendTransaction',
      params: [Buffer.from(raw).toString('base64'), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }],
    })),
  )
  const rows = attempts.map(({ id, transactionId }, index) => {
    const answers = (replies[index] ?? []).map(toAnswer)
    const best = answers.find(({ outcome }) => outcome === 'accepted')
    const isRejected = answers.length > 0 && answers.every(({ outcome }) => outcome === 'rejected')
    const outcome = best ? 'accepted' : isRejected ? 'rejected' : 'unknown'
    const detail = best ? null : (answers[0]?.detail ?? 'no endpoint could be called')
    return { id, transaction_id: transactionId, outcome, detail, answers, out: outcome !== 'rejected' }
  })
  const broadcasts = await ctx.db.execute<BroadcastFacts>(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, transaction_id uuid, outcome text, detail text, answers jsonb, out boolean)
    ), recorded as (
      update transaction_attempts a set outcome = r.outcome, outcome_detail = r.detail, answers = r.answers, sends = a.sends + 1,
        last_sent_at = now()
      from r where a.id = r.id
    )
    update transactions t set stage = 'broadcast', broadcast_at = coalesce(t.broadcast_at, now()), updated_at = now()
    from r where t.id = r.transaction_id and t.stage = 'signed' and t.status = 'PENDING' and r.out
    returning ${BROADCAST_FACTS}`)
  traceBroadcasts(broadcasts, { chainId: chain.chainId, startedAt })
}

function toAnswer({ endpoint, answer, failure }: SendReply): {
  endpoint: string
  outcome: Outcome
  detail: string | null
} {
  if (!answer) return { endpoint, outcome: 'unknown', detail: failure ?? null }
  if (!answer.error) return { endpoint, outcome: 'accepted', detail: null }
  const detail = answer.error.message.slice(0, 500)
  return { endpoint, outcome: REJECTED.test(detail) ? 'rejected' : 'unknown', detail }
}
