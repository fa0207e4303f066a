import { type ErrorCode, HTTP_STATUS } from './error-kinds'
import { MESSAGES } from './messages'

type Refusal = {
  kind: ErrorCode | 'internal'
  message: string
  /** For `/docs`: what happened, and what the caller does about it. */
  means: string
}

/** Every cause for which `/v1` refuses, one name each: programs read it as `code`. Names are never changed or reused. */
export const REFUSALS = {
  validation_failed: {
    kind: 'invalid',
    message: MESSAGES.validation,
    means: 'A field is missing, unknown or not as described. `errors` lists all of them, `param` names the first.',
  },
  body_malformed: { kind: 'invalid', message: 'Request body must be valid JSON', means: 'The body cannot be read.' },
  body_too_large: { kind: 'invalid', message: MESSAGES.bodyTooLarge, means: 'The body is larger than 256 KiB.' },
  idempotency_key_missing: {
    kind: 'invalid',
    message: MESSAGES.idempotencyKeyMissing,
    means: 'This operation needs an `Idempotency-Key` header.',
  },
  idempotency_key_malformed: {
    kind: 'invalid',
    message: MESSAGES.idempotencyKeyMalformed,
    means: 'The `Idempotency-Key` is longer than 255 characters or not printable ASCII.',
  },
  token_missing: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenMissing,
    means: 'There is no `Authorization` header.',
  },
  token_malformed: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The header is not `Bearer` and one token, or what follows is no token of this API.',
  },
  token_expired: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The token has run out: obtain a new one and send the call again.',
  },
  token_unknown: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The token was not signed here, or its API key was revoked or has ended.',
  },
  context_missing: {
    kind: 'unauthenticated',
    message: MESSAGES.contextMissing,
    means: 'The token names no project or no business.',
  },
  subscription_missing: {
    kind: 'payment_required',
    message: MESSAGES.noSubscription,
    means: 'The project has no active subscription to the product that sells this operation.',
  },
  quota_exceeded: {
    kind: 'payment_required',
    message: 'A quota of the plan is used up',
    means:
      'A quota of the plan is used up. `data` says which (`kind`), how much of how many (`used`, `limit`) and when it returns (`resetsAt`).',
  },
  balance_insufficient: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The USD balance does not cover the worst-case gas. `data` says what is needed and what is there.',
  },
  gas_budget_spent: {
    kind: 'payment_required',
    message: MESSAGES.insufficientGas,
    means: 'The gas the platform sponsors on this chain is used up for today (UTC). `data` says what is left.',
  },
  test_key: { kind: 'forbidden', message: MESSAGES.testToken, means: 'The token is of a test key: use the live key.' },
  project_suspended: {
    kind: 'forbidden',
    message: MESSAGES.projectSuspended,
    means: 'The project or its business is suspended.',
  },
  ip_blocked: {
    kind: 'forbidden',
    message: MESSAGES.ipBlocked,
    means: 'The project has an IP allowlist, and the address of this call is not on it.',
  },
  scope_missing: {
    kind: 'forbidden',
    message: 'Insufficient scope',
    means: 'The token was narrowed to scopes that leave this operation out.',
  },
  capability_missing: {
    kind: 'forbidden',
    message: 'Capability not granted',
    means: 'The plan of the project does not include this operation.',
  },
  wallet_foreign: {
    kind: 'forbidden',
    message: MESSAGES.foreignWallet,
    means: 'The wallet belongs to another business, or is bound to another project.',
  },
  testnets_only: {
    kind: 'forbidden',
    message: MESSAGES.testnetsOnly,
    means: 'The project is limited to testnets and the call means a mainnet.',
  },
  webhook_forged: {
    kind: 'unauthenticated',
    message: 'Signature does not match',
    means: 'What was sent is not signed as the provider signs: nothing was done.',
  },
  provider_unknown: { kind: 'not_found', message: 'Provider not found', means: 'There is no such payment provider.' },
  path_unknown: { kind: 'not_found', message: MESSAGES.unknownPath, means: 'There is no operation at this path.' },
  wallet_not_found: { kind: 'not_found', message: 'Wallet not found', means: 'The business has no such wallet.' },
  transaction_not_found: {
    kind: 'not_found',
    message: 'Transaction not found',
    means: 'The business has no such transaction.',
  },
  indexer_subscription_not_found: {
    kind: 'not_found',
    message: 'Subscription not found',
    means: 'The project has no such event subscription, or it was deleted.',
  },
  downgrade_refused: {
    kind: 'failed',
    message: 'What is left of the current plan covers the whole price of the new one: a downgrade is not possible now',
    means: 'The unused value of the running plan covers the new price. Take the plan once the period is over.',
  },
  paid_plan_runs: {
    kind: 'failed',
    message: 'A paid plan of this product runs: cancel it first',
    means: 'A free plan takes no paid time away. Cancel the running subscription and take it once that has ended.',
  },
  subscription_ended: {
    kind: 'failed',
    message: 'The subscription has ended',
    means: 'Renewal is switched only while a subscription is ACTIVE or PAST_DUE.',
  },
  plan_not_found: { kind: 'not_found', message: 'Plan not found', means: 'No such plan can be taken.' },
  payment_not_found: { kind: 'not_found', message: 'Payment not found', means: 'The project has no such payment.' },
  subscription_not_found: {
    kind: 'not_found',
    message: 'Subscription not found',
    means: 'The project has no such subscription.',
  },
  indexer_replay_not_found: {
    kind: 'not_found',
    message: 'Replay not found',
    means: 'The event subscription has no such replay.',
  },
  indexer_log_not_found: {
    kind: 'not_found',
    message: 'Log not found',
    means: 'The project has no such delivery log.',
  },
  event_taken_back: {
    kind: 'failed',
    message: 'The chain took this event back: it is not sent once more',
    means: 'The event stood in a block that the chain replaced; its receiver is told so under the same `id`.',
  },
  webhook_endpoint_not_found: {
    kind: 'not_found',
    message: 'Webhook endpoint not found',
    means: 'The project has no such webhook endpoint, or it was deleted.',
  },
  ip_not_found: {
    kind: 'not_found',
    message: MESSAGES.allowlistNotFound,
    means: 'The allowlist of the project has no such entry.',
  },
  chain_unavailable: {
    kind: 'not_found',
    message: MESSAGES.noRpc,
    means: 'The chain is unknown, or switched off here.',
  },
  method_not_allowed: {
    kind: 'wrong_method',
    message: MESSAGES.methodNotAllowed,
    means: 'The path has no operation of this method; `Allow` lists those it has.',
  },
  wallet_deactivated: {
    kind: 'failed',
    message: MESSAGES.walletInactive,
    means: 'The wallet was deactivated, which is final.',
  },
  too_many_replays: {
    kind: 'failed',
    message: 'Too many replays are running',
    means: 'A project has at most three under way: wait for one to end, or cancel it.',
  },
  policy_recipient: {
    kind: 'failed',
    message: 'Policy: not an allowed recipient',
    means: 'A policy names who may receive, and this recipient is not among them.',
  },
  policy_method: {
    kind: 'failed',
    message: 'Policy: not an allowed method',
    means: 'A policy names the contract methods that may be called, and this one is not among them.',
  },
  policy_limit: {
    kind: 'failed',
    message: 'Policy: above the limit',
    means: 'The value is above a limit of a policy, by itself or with what was spent in 24 hours.',
  },
  policy_unreadable: {
    kind: 'failed',
    message: 'Policy: what this moves cannot be told',
    means: 'A policy restricts what moves, and this call does not show it: allow its method by name.',
  },
  policy_unpriced: {
    kind: 'failed',
    message: 'Policy: the asset has no price in USD now',
    means: 'A policy has limits in USD, and the asset has no price now.',
  },
  idempotency_reused: {
    kind: 'failed',
    message: MESSAGES.idempotencyKeyReused,
    means: 'The `Idempotency-Key` was used with other contents before: take a new one for a new call.',
  },
  idempotency_expired: {
    kind: 'failed',
    message: MESSAGES.idempotencyAnswerExpired,
    means: 'The call was made with this `Idempotency-Key` more than 30 days ago: read what it made.',
  },
  reverted: {
    kind: 'failed',
    message: 'The transaction reverted',
    means: 'The chain refused the transaction, in simulation or in a block. `data` is the FAILED record.',
  },
  transaction_failed: {
    kind: 'failed',
    message: 'The transaction failed',
    means: 'The transaction ended without being executed. `data` is the FAILED record, `error` in it says why.',
  },
  rate_limited: {
    kind: 'rate_limited',
    message: MESSAGES.rateLimited,
    means: 'Too many calls: wait for `retryAfter` seconds.',
  },
  unavailable: {
    kind: 'unavailable',
    message: MESSAGES.unavailable,
    means: 'A part of the platform does not answer: send the call again shortly.',
  },
  chain_unreachable: {
    kind: 'unavailable',
    message: 'The chain cannot be reached right now. Please try again.',
    means: 'No node of the chain answers now: send the call again shortly.',
  },
  price_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.priceUnavailable,
    means: 'Gas cannot be priced now: send the call again shortly.',
  },
  providers_unavailable: {
    kind: 'unavailable',
    message: 'No deposit account can be opened right now. Please try again shortly.',
    means: 'None of the providers opened an account, and nothing is left of the payment: send the call again shortly.',
  },
  accounts_opening: {
    kind: 'unavailable',
    message: 'The deposit accounts are still being opened. Please ask again with the same Idempotency-Key.',
    means:
      'The call before was cut off behind its payment: send it again with the same `Idempotency-Key` after `retryAfter` seconds; the answer is the accounts of that payment.',
  },
  rate_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.rateUnavailable,
    means: 'There is no fresh rate between naira and dollar: send the call again shortly.',
  },
  key_service_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.keyServiceUnavailable,
    means: 'The service that opens signing keys does not answer: send the call again shortly.',
  },
  internal: {
    kind: 'internal',
    message: MESSAGES.internal,
    means: 'A fault of ours. Quote the `X-Request-Id`; a call with an `Idempotency-Key` can be sent again.',
  },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof REFUSALS

export const REFUSAL_CODES = Object.keys(REFUSALS).filter((code): code is RefusalCode => Object.hasOwn(REFUSALS, code))

/** The table with statuses, for the reference. */
export function listCauses(): { code: RefusalCode; status: number; means: string }[] {
  return REFUSAL_CODES.map((code) => ({ code, status: statusOf(code), means: REFUSALS[code].means }))
}

/** The HTTP status of a cause. */
export function statusOf(code: RefusalCode): number {
  const { kind } = REFUSALS[code]
  return kind === 'internal' ? 500 : HTTP_STATUS[kind]
}
