import { sql } from 'drizzle-orm'
import { classifySendError, type SendOutcome } from '@/server/chains/evm/send-outcome'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import type { StoredAttempt } from './store-attempts'

export type Sent = { attempt: StoredAttempt; outcome: SendOutcome; detail: string | null }

/** What the attempt's column keeps of an outcome. Consumed and starved leave open whether the bytes are out. */
const COLUMN = {
  accepted: 'accepted',
  consumed: 'unknown',
  starved: 'rejected',
  underpriced: 'rejected',
  rejected: 'rejected',
  unknown: 'unknown',
} as const satisfies Record<SendOutcome, string>

/** Sends stored bytes, in order, and records what the node said. Sending the same bytes again is always harmless. */
export async function sendAttempts(ctx: WorkerCtx, chain: Chain, attempts: StoredAttempt[]): Promise<Sent[]> {
  if (attempts.length === 0) return []
  const calls = attempts.map((attempt) => ({ method: 'eth_sendRawTransaction', params: [`0x${attempt.rawHex}`] }))
  const answers = await callRpcBatch(chain, calls).catch((error: unknown) => String(error))
  const sent = attempts.map((attempt, place) => ({
    attempt,
    ...(typeof answers === 'string' ? { outcome: 'unknown' as const, detail: answers } : judge(answers[place])),
  }))
  await recordOutcomes(ctx, sent)
  return sent
}

function judge(answer: RpcAnswer | undefined): { outcome: SendOutcome; detail: string | null } {
  if (!answer) return { outcome: 'unknown', detail: 'no answer' }
  if (!answer.error) return { outcome: 'accepted', detail: null }
  return { outcome: classifySendError(answer.error.message), detail: answer.error.message.slice(0, 500) }
}

async function recordOutcomes({ db }: WorkerCtx, sent: Sent[]): Promise<void> {
  const rows = sent.map(({ attempt, outcome, detail }) => ({
    id: attempt.id,
    transaction_id: attempt.transactionId,
    outcome: COLUMN[outcome],
    detail,
    out: COLUMN[outcome] !== 'rejected',
  }))
  await db.execute(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, transaction_id uuid, outcome text, detail text, out boolean)
    ), told as (
      update transaction_attempts a set outcome = r.outcome, outcome_detail = r.detail, sends = a.sends + 1, last_sent_at = now()
      from r where a.id = r.id
    )
    update transactions t set stage = 'broadcast', broadcast_at = coalesce(t.broadcast_at, now()), updated_at = now()
    from r where t.id = r.transaction_id and t.stage = 'signed' and t.status = 'PENDING' and r.out`)
}
