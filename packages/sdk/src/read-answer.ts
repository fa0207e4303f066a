import { ConnectionError, type FailedCall, type Refusal, toApiError } from './errors'
import type { RawResponse } from './transport'

/** A response: its data, status and request id. */
export type Answer<Data> = {
  data: Data
  /** The HTTP status: 202 where the outcome is still open. */
  status: number
  message: string
  requestId: string | undefined
  /** Whether the API repeated a stored response, because the idempotency key was used before. */
  isReplay: boolean
  /** The fields of the envelope in addition to `data`. */
  beside: Record<string, unknown>
}

/**
 * The result of an operation. Throws ApiError for a refusal, ConnectionError for a response that is not from the API.
 */
export function readAnswer(received: RawResponse, isRaw: boolean, call: FailedCall): Answer<unknown> {
  const { status, headers } = received
  const requestId = headers.get('x-request-id') ?? undefined
  const body = parse(received.text)
  if (status < 200 || status > 299) throw toApiError(refusalOf(received, body, requestId), call)
  if (body === undefined) throw new ConnectionError('The answer is not JSON', call)
  const isReplay = headers.get('idempotent-replayed') === 'true'
  if (isRaw) return { data: body, status, message: '', requestId, isReplay, beside: {} }
  const { status: _done, message = '', data = null, ...beside } = Object(body)
  return { data, status, message, requestId, isReplay, beside }
}

function refusalOf({ status, headers }: RawResponse, body: unknown, requestId: string | undefined): Refusal {
  // `error` and `error_description` are those of the token endpoint (RFC 6749).
  const fields: Record<string, unknown> = Object(body)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const retryAfter = typeof fields.retryAfter === 'number' ? fields.retryAfter : secondsOf(headers.get('retry-after'))
  return {
    status,
    message: text(fields.message) ?? text(fields.error_description) ?? `The API answered ${status}`,
    code: text(fields.code) ?? text(fields.error) ?? 'unknown',
    param: text(fields.param),
    errors: Array.isArray(fields.errors) ? fields.errors.map(String) : undefined,
    retryAfter,
    requestId,
    data: fields.data,
  }
}

/** `Retry-After` in seconds; a date is counted from now. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
