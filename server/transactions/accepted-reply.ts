import { reply, type Said } from '@/server/api/endpoint'
import { TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'
import type { Tenant } from '@/server/ctx'
import type { RefusalCode } from '@/server/refusals/refusals'
import type { TransactionView } from './contract'
import { waitedCalls } from './metrics'
import { waitForOutcome } from './wait-for-outcome'

type Form<S extends 200 | 201> = {
  waitForCompletion: boolean
  /** Spec: 201 for a transfer, 200 for a signed transaction. */
  completedStatus: S
  /** `Transfer`: starts the messages. */
  noun: string
}

type Outcome<S> = Said<S, TransactionView> | Said<202, TransactionView> | Said<422, TransactionView>
type Accepted<S> = Outcome<S> & { afterCommit?: () => Promise<Outcome<S>> }

/** The answer to an accepted intent: 202, or what became of it where the caller waits. One that waits for a person is answered at once. */
export function acceptedReply<S extends 200 | 201>(
  { businessId, projectId, actor, requestId }: Tenant,
  accepted: TransactionView,
  form: Form<S>,
): Accepted<S> {
  // What fails before it is queued failed its simulation.
  const now = outcomeReply(accepted, form, codeOf(accepted) ?? 'reverted')
  if (!form.waitForCompletion || accepted.status !== 'PENDING' || accepted.stage === 'awaiting_approval') return now
  const tenant: Tenant = { businessId, projectId, actor, requestId }
  return { ...now, afterCommit: () => laterReply(tenant, accepted.id, form) }
}

async function laterReply<S extends 200 | 201>(tenant: Tenant, id: string, form: Form<S>): Promise<Outcome<S>> {
  const view = await waitForOutcome(tenant, id)
  waitedCalls.add({ outcome: view.status === 'PENDING' ? 'pending' : 'ended' })
  return outcomeReply(view, form, codeOf(view) ?? (view.txHash === null ? 'transaction_failed' : 'reverted'))
}

/** What a token did that neither reverted nor moved what it should. */
const TOKEN_CODES = new Map<string, RefusalCode>([
  [TOKEN_TAKES_FEE, 'token_takes_fee'],
  [TOKEN_REFUSED, 'token_refused'],
  [TOKEN_MOVED_NOTHING, 'token_moved_nothing'],
])

function codeOf({ error }: TransactionView): RefusalCode | undefined {
  return TOKEN_CODES.get(error ?? '')
}

/** Spec 3.1: completed, 422 failed; 202 while it is open. */
function outcomeReply<S extends 200 | 201>(
  view: TransactionView,
  { noun, completedStatus }: Form<S>,
  code: RefusalCode,
): Outcome<S> {
  const made = { resourceId: view.id }
  if (view.status === 'COMPLETED') return reply(completedStatus, `${noun} completed`, view, made)
  if (view.status === 'FAILED') return reply(422, view.error ?? `${noun} failed`, view, { ...made, code })
  return reply(202, view.stage === 'awaiting_approval' ? `${noun} waits for approval` : `${noun} accepted`, view, made)
}
