import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { recordSpan } from '@/server/tracing/trace'
import type { Message } from './claim-due'
import { findKeys, type KeysOf } from './find-keys'
import { firstAttemptSeconds, webhookAttempts } from './metrics'
import { ON_ATTEMPT } from './on-attempt'
import { type PostResult, postWebhook } from './post-webhook'
import type { DeliveryOutcome } from './record-attempts'
import { createRecorder, type RecordAttempt } from './record-attempts'
import { settleWebhookSecret } from './request-secrets'
import { SIGNERS } from './signature'

type Delivery = {
  outcome: DeliveryOutcome
  /** The requested keys no longer exist, and others signed. */
  isKeyGone: boolean
}

/** `keysOf`: keys that were read for several messages; `record`: records several attempts together. */
type DeliveryOptions = {
  message: Message
  timeoutMs: number
  onAttempt?: typeof ON_ATTEMPT
  keysOf?: Promise<KeysOf>
  record?: RecordAttempt
}

/** Makes one attempt to deliver a claimed message: signs, POSTs, records. */
export async function deliverMessage(
  ctx: WorkerCtx,
  {
    message,
    timeoutMs,
    onAttempt = ON_ATTEMPT,
    keysOf = findKeys(ctx, [message]),
    record = createRecorder(ctx, onAttempt),
  }: DeliveryOptions,
): Promise<Delivery> {
  const { keys, signedWith } = await (await keysOf)(message)
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  const signature = SIGNERS[message.scheme](keys, {
    id: message.reportedAs ?? message.id,
    timestamp,
    body: message.body,
  })
  for (const key of keys) key.fill(0)
  const isKeyGone = signedWith !== message.keySource
  const headers = { ...signature, ...(isKeyGone ? { 'webhook-key': signedWith } : {}) }
  const isOnSchedule =
    message.status === 'pending' && message.nextAttemptAt !== null && message.nextAttemptAt <= ctx.now()
  const isResend = message.resendRequestedAt !== null && !isOnSchedule
  const startedAt = ctx.now()
  const posted = postWebhook({ url: message.url, headers, body: message.body }, { timeoutMs })
  faultPoint('webhook-before-answer')
  const result = await posted
  faultPoint('webhook-after-answer')
  if (message.attemptCount === 0)
    firstAttemptSeconds.record({}, (ctx.now().getTime() - message.createdAt.getTime()) / 1_000)
  traceAttempt(message, result, startedAt)
  const outcome = await record({ message, result, headers, signedWith, isResend })
  webhookAttempts.add({ outcome })
  if (outcome === 'delivered' && message.keySource === 'request') settleWebhookSecret(message.sourceId)
  return { outcome, isKeyGone }
}

/** Records a child span of the message's source. The destination's URL is left out, because it is confidential. */
function traceAttempt(
  { traceContext, kind, attemptCount }: Message,
  { httpStatus, error }: PostResult,
  startedAt: Date,
): void {
  const attributes = {
    'slipway.kind': kind,
    'slipway.attempt': attemptCount + 1,
    'http.response.status_code': httpStatus ?? 0,
  }
  recordSpan('webhook attempt', {
    of: traceContext,
    startedAt,
    attributes,
    error: error === null ? null : 'not delivered',
  })
}
