import { sql } from 'drizzle-orm'
import { classifySendError, type SendOutcome } from '@/server/chains/evm/classify-send-error'
import type { Chain } from '@/server/chains/registry'
import { broadcast, type SendReply } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { BROADCAST_FACTS, type BroadcastFacts, traceBroadcasts } from '@/server/engine/note-progress'
import { faultPoint } from '@/server/fault-point'
import type { StoredAttempt } from './store-attempts'

type Answer = { endpoint: string; outcome: SendOutcome; detail: string | null }
export type Sent = { attempt: StoredAttempt; outcome: SendOutcome; detail: string | null }

/**
 * The value of the attempt's `outcome` column for each outcome. `consumed` and `insufficient_funds` do not say whether
 * the bytes are in a pool.
 */
const COLUMN = {
  accepted: 'accepted',
  consumed: 'unknown',
  insufficient_funds: 'rejected',
  underpriced: 'rejected',
  rejected: 'rejected',
  unknown: 'unknown',
} as const satisfies Record<SendOutcome, string>

/** Strongest first. One acceptance is enough; a refusal counts only if all endpoints refuse. */
const STRONGEST = [
  'accepted',
  'consumed',
  'unknown',
  'insufficient_funds',
  'underpriced',
  'rejected',
] as const satisfies SendOutcome[]

/**
 * Sends stored bytes to every endpoint, in order, and records the answers. Sending the same bytes again is always
 * harmless.
 */
export async function sendAttempts(ctx: WorkerCtx, chain: Chain, attempts: StoredAttempt[]): Promise<Sent[]> {
  if (attempts.length === 0) return []
  const startedAt = ctx.now()
  faultPoint('send-before-answer')
  const replies = await broadcast(
    chain,
    attempts.map((attempt) => ({ method: 'eth_sendRawTransaction', params: [`0x${attempt.rawHex}`] })),
  )
  faultPoint('send-after-answer')
  const sent = attempts.map((attempt, index) => {
    const answers = (replies[index] ?? []).map(toAnswer)
    return { attempt, answers, ...combineAnswers(answers) }
  })
  traceBroadcasts(await recordOutcomes(ctx, sent), { chainId: chain.chainId, startedAt })
  return sent
}

function toAnswer({ endpoint, answer, failure }: SendReply): Answer {
  if (!answer) return { endpoint, outcome: 'unknown', detail: failure }
  if (!answer.error) return { endpoint, outcome: 'accepted', detail: null }
  return { endpoint, outcome: classifySendError(answer.error.message), detail: answer.error.message.slice(0, 500) }
}

/** Combines the answers of all endpoints into one outcome. */
export function combineAnswers(answers: readonly Answer[]): { outcome: SendOutcome; detail: string | null } {
  for (const outcome of STRONGEST) {
    const found = answers.find((answer) => answer.outcome === outcome)
    if (found) return { outcome, detail: found.detail }
  }
  return { outcome: 'unknown', detail: 'no endpoint could be called' }
}

async function recordOutcomes(
  { db }: WorkerCtx,
  sent: (Sent & { answers: Answer[] })[],
): Promise<Iterable<BroadcastFacts>> {
  const rows = sent.map(({ attempt, outcome, detail, answers }) => ({
    id: attempt.id,
    transaction_id: attempt.transactionId,
    outcome: COLUMN[outcome],
    detail,
    answers,
    out: COLUMN[outcome] !== 'rejected',
  }))
  // An accepted attempt stays accepted: a later refusal of the same bytes only means that they are known or mined.
  return db.execute<BroadcastFacts>(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, transaction_id uuid, outcome text, detail text, answers jsonb, out boolean)
    ), recorded as (
      update transaction_attempts a set outcome = case when a.outcome = 'accepted' then a.outcome else r.outcome end,
        outcome_detail = r.detail, answers = r.answers, sends = a.sends + 1, last_sent_at = now()
      from r where a.id = r.id
    )
    update transactions t set stage = 'broadcast', broadcast_at = coalesce(t.broadcast_at, now()), updated_at = now()
    from r where t.id = r.transaction_id and t.stage = 'signed' and t.status = 'PENDING' and r.out
    returning ${BROADCAST_FACTS}`)
}
