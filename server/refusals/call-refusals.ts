import { MESSAGES } from './messages'
import type { Refusal } from './refusal'

/** Causes that do not depend on the operation. */
export const CALL_REFUSALS = {
  validation_failed: {
    kind: 'invalid',
    message: MESSAGES.validation,
    means: 'A field is missing, unknown or invalid. `errors` lists all of them, `param` names the first.',
  },
  body_malformed: { kind: 'invalid', message: 'Request body must be valid JSON', means: 'The body cannot be read.' },
  body_too_large: {
    kind: 'invalid',
    message: MESSAGES.bodyTooLarge,
    means: 'The body is larger than 256 KiB, or 1 MiB for a batch of transfers.',
  },
  body_too_slow: {
    kind: 'timeout',
    message: MESSAGES.bodyTooSlow,
    means: 'The body took longer than 25 seconds to arrive.',
  },
  body_encoded: {
    kind: 'unsupported',
    message: MESSAGES.bodyEncoded,
    means: 'The body has a `Content-Encoding`, such as gzip: send it uncompressed and without this header.',
  },
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
    means: 'The header is not `Bearer` and one token, or the token is not one of this API.',
  },
  token_expired: {
    kind: 'unauthenticated',
    message: MESSAGES.tokenInvalid,
    means: 'The token has expired: request a new one and send the call again.',
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
  test_key: {
    kind: 'forbidden',
    message: MESSAGES.testToken,
    means: 'The token was issued for a test key: use the live key.',
  },
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
    means: 'The scopes of the token do not include this operation.',
  },
  capability_missing: {
    kind: 'forbidden',
    message: 'Capability not granted',
    means: 'The plan of the project does not include this operation.',
  },
  path_unknown: { kind: 'not_found', message: MESSAGES.unknownPath, means: 'There is no operation at this path.' },
  ip_not_found: {
    kind: 'not_found',
    message: MESSAGES.allowlistNotFound,
    means: 'The allowlist of the project has no such entry.',
  },
  method_not_allowed: {
    kind: 'wrong_method',
    message: MESSAGES.methodNotAllowed,
    means: 'The path has no operation with this method; `Allow` lists the supported methods.',
  },
  idempotency_reused: {
    kind: 'failed',
    message: MESSAGES.idempotencyKeyReused,
    means: 'The `Idempotency-Key` was used with another body before: use a new one for a new call.',
  },
  idempotency_expired: {
    kind: 'failed',
    message: MESSAGES.idempotencyAnswerExpired,
    means: 'The call was made with this `Idempotency-Key` more than 30 days ago: read the object that it created.',
  },
  reference_used: {
    kind: 'conflict',
    message: 'The reference was used for another request',
    means:
      'The project used this `reference` or `clientReference` before, with another body. The message names the object that it created. It stays used: use a new one.',
  },
  duplicate_reference: {
    kind: 'conflict',
    message: 'Several lines have this reference',
    means: 'Lines of one batch have the same `reference`: none of them is accepted.',
  },
  rate_limited: {
    kind: 'rate_limited',
    message: MESSAGES.rateLimited,
    means: 'Too many calls: wait for `retryAfter` seconds.',
  },
  stream_limit: {
    kind: 'rate_limited',
    message: MESSAGES.streamLimit,
    means: 'The project has the maximum of open event streams: end one, or wait until a broken one expires.',
  },
  unavailable: {
    kind: 'unavailable',
    message: MESSAGES.unavailable,
    means:
      'A part of the platform does not respond, or it has too much work: send the call again after `retryAfter` seconds.',
  },
  recovering: {
    kind: 'unavailable',
    message: MESSAGES.recovering,
    means:
      'The platform checks after a restore of its database that nothing is paid twice. Reads work; send the call again later, with the same `Idempotency-Key`.',
  },
  internal: {
    kind: 'internal',
    message: MESSAGES.internal,
    means: 'An error of the platform. Quote the `X-Request-Id`; a call with an `Idempotency-Key` can be sent again.',
  },
} as const satisfies Record<string, Refusal>
