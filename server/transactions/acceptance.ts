import { isBlockedText } from '@/schemas/screening/words'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { Claim } from '@/server/api/endpoint'
import { type ReplyBody, reply, type StoredAnswer } from '@/server/api/endpoint'
import { ANSWERED_FALSE, TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'
import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { outcomeOrTimeout } from '@/server/engine/publish-outcomes'
import type { RefusalCode } from '@/server/refusals/refusals'
import type { Tagged } from '@/server/text/tags-of'
import { isStopping } from '@/server/waking/stopping'
import { acceptAtOnce, acceptTransaction } from './accept-transaction'
import { getTransaction } from './get-transaction'
import type { Intent } from './intent'
import { type RequestName, requestName } from './intent-id'
import { waitedCalls } from './metrics'
import { readUnderReference } from './tags'

type Body = Tagged & { waitForCompletion: boolean }
type Call<Prepared> = { body: Body; prepared: Prepared; claim: Claim | null }

type Kind<S extends 200 | 201, Prepared> = Omit<Form<S>, 'waitForCompletion'> & {
  type: Intent['type']
  /** Turns the result of `prepare` into an intent; null if there is nothing to accept. */
  intentOf: (prepared: Prepared, name: RequestName) => Intent | null
}

/**
 * The handlers of an operation of `/v1` that accepts the transaction in its body. Accepts in one statement if possible,
 * else in a database transaction. A repeated reference gets the transaction that was made under it.
 */
export function acceptance<S extends 200 | 201, Prepared>({ type, intentOf, ...form }: Kind<S, Prepared>) {
  const formOf = ({ waitForCompletion }: Body) => ({ ...form, waitForCompletion })
  const findIntent = async (tenant: Tenant, { prepared, claim }: Call<Prepared>) =>
    intentOf(prepared, await requestName(tenant, claim))
  return {
    async accept(call: Call<Prepared> & { tenant: Tenant; keep: (answer: Accepted<S>) => StoredAnswer }) {
      const { tenant, body, keep } = call
      const intent = await findIntent(tenant, call)
      if (!intent) return false
      return acceptAtOnce(tenant, intent, (accepted) => keep(acceptedReply(tenant, accepted, formOf(body))))
    },
    async findRepeated({ tenant, body }: { tenant: Tenant; body: Body }) {
      const made = await readUnderReference(tenant, type, body)
      return made && repeatedReply(tenant, made, formOf(body))
    },
    async handle(call: Call<Prepared> & { ctx: TenantCtx }) {
      const intent = await findIntent(call.ctx, call)
      if (!intent) throw new Error('there is nothing to accept')
      return acceptedReply(call.ctx, await acceptTransaction(call.ctx, intent), formOf(call.body))
    },
  }
}

type Form<S extends 200 | 201> = {
  waitForCompletion: boolean
  /** Spec: 201 for a transfer, 200 for a signed transaction. */
  completedStatus: S
  /** `Transfer`: starts the messages. */
  noun: string
}

type Outcome<S> = ReplyBody<S, TransactionView> | ReplyBody<202, TransactionView> | ReplyBody<422, TransactionView>
type Accepted<S> = Outcome<S> & { afterCommit?: () => Promise<Outcome<S>> }

/**
 * The answer to an accepted intent: 202, or the outcome if the caller waits. An intent that waits for approval is
 * answered at once.
 */
function acceptedReply<S extends 200 | 201>(
  { businessId, projectId, actor, requestId }: Tenant,
  accepted: TransactionView,
  form: Form<S>,
): Accepted<S> {
  // A transaction that fails before it is queued failed in its simulation.
  const now = outcomeReply(accepted, form, codeOf(accepted) ?? 'reverted')
  if (!form.waitForCompletion || accepted.status !== 'PENDING' || accepted.stage === 'awaiting_approval') return now
  const tenant: Tenant = { businessId, projectId, actor, requestId }
  return { ...now, afterCommit: () => laterReply(tenant, accepted.id, form) }
}

/** The answer to a request whose transaction was accepted before. */
function repeatedReply<S extends 200 | 201>(tenant: Tenant, made: TransactionView, form: Form<S>): Accepted<S> {
  return made.status === 'FAILED' ? outcomeReply(made, form, endedCode(made)) : acceptedReply(tenant, made, form)
}

function endedCode(view: TransactionView): RefusalCode {
  const isReverted = view.txHash !== null || view.error?.startsWith('Reverted') === true
  return codeOf(view) ?? (isReverted ? 'reverted' : 'transaction_failed')
}

async function laterReply<S extends 200 | 201>(tenant: Tenant, id: string, form: Form<S>): Promise<Outcome<S>> {
  const view = await waitForOutcome(tenant, id)
  waitedCalls.add({ outcome: view.status === 'PENDING' ? 'pending' : 'ended' })
  return outcomeReply(view, form, codeOf(view) ?? (view.txHash === null ? 'transaction_failed' : 'reverted'))
}

/** Errors of tokens that neither reverted nor moved the expected amount. */
const TOKEN_CODES = new Map<string, RefusalCode>([
  [TOKEN_TAKES_FEE, 'token_takes_fee'],
  [TOKEN_REFUSED, 'token_refused'],
  [TOKEN_MOVED_NOTHING, 'token_moved_nothing'],
])

function codeOf({ error }: TransactionView): RefusalCode | undefined {
  if (isBlockedText(error ?? '')) return 'address_blocked'
  return error?.endsWith(ANSWERED_FALSE) ? 'token_refused' : TOKEN_CODES.get(error ?? '')
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

/** decisions.md: after this time the answer is 202 with the pending record. */
const WAIT_MS = 60_000
/** Another process may settle the transaction; then only the row shows it. */
const POLL_EVERY_MS = 1_000

/**
 * Waits until a transaction is COMPLETED or FAILED, at most for a minute and only until the process ends; returns its
 * state then.
 */
async function waitForOutcome(tenant: Tenant, transactionId: string): Promise<TransactionView> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const outcome = outcomeOrTimeout(transactionId, Math.min(POLL_EVERY_MS, Math.max(0, deadline - Date.now())))
    const view = await inTenant(tenant, (ctx) => getTransaction(ctx, transactionId))
    if (view.status !== 'PENDING' || Date.now() >= deadline || isStopping()) return view
    await outcome
  }
}
