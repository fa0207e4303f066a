import { type Reply, reply } from '@/server/api/endpoint'
import type { Tenant, TenantCtx } from '@/server/ctx'
import type { RefusalCode } from '@/server/errors'
import type { TransactionView } from './contract'
import { waitForOutcome } from './wait-for-outcome'

type Form = {
  waitForCompletion: boolean
  /** Spec: 201 for a transfer, 200 for a signed transaction. */
  completedStatus: 200 | 201
  /** `Transfer`: starts the messages. */
  noun: string
}

/** The answer to an accepted intent: 202, or what became of it where the caller waits. One that waits for a person is answered at once. */
export function acceptedReply(ctx: TenantCtx, accepted: TransactionView, form: Form): Reply {
  // What fails before it is queued failed its simulation.
  const now = outcomeReply(accepted, form, 'reverted')
  if (!form.waitForCompletion || accepted.status !== 'PENDING' || accepted.stage === 'awaiting_approval') return now
  const { businessId, projectId, actor, requestId } = ctx
  const tenant: Tenant = { businessId, projectId, actor, requestId }
  return { ...now, afterCommit: () => laterReply(tenant, accepted.id, form) }
}

async function laterReply(tenant: Tenant, id: string, form: Form): Promise<Reply> {
  const view = await waitForOutcome(tenant, id)
  return outcomeReply(view, form, view.txHash === null ? 'transaction_failed' : 'reverted')
}

/** Spec 3.1: completed, 422 failed; 202 while it is open. */
function outcomeReply(view: TransactionView, { noun, completedStatus }: Form, code: RefusalCode): Reply {
  const made = { resourceId: view.id }
  if (view.status === 'COMPLETED') return reply(completedStatus, `${noun} completed`, view, made)
  if (view.status === 'FAILED') return reply(422, view.error ?? `${noun} failed`, view, { ...made, code })
  return reply(202, view.stage === 'awaiting_approval' ? `${noun} waits for approval` : `${noun} accepted`, view, made)
}
