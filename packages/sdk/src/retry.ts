import { ApiError, ConnectionError } from './errors'

const BASE_MS = 500
const MAX_MS = 8_000
/** A longer wait is the caller's to decide: the error says how long. */
const MAX_RETRY_AFTER_MS = 60_000

type Failure = {
  error: unknown
  /** The number of attempts before this one. */
  retries: number
  /** Whether a second request has no second effect: a read, or a write with an idempotency key. */
  isRepeatable: boolean
  random: () => number
}

/** Milliseconds until the next attempt, or null if there must be none. */
export function retryDelayMs({ error, retries, isRepeatable, random }: Failure): number | null {
  const backoffMs = random() * Math.min(MAX_MS, BASE_MS * 2 ** retries)
  if (error instanceof ConnectionError) return isRepeatable ? backoffMs : null
  if (!(error instanceof ApiError)) return null
  const retryAfterMs = (error.retryAfter ?? 0) * 1_000
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return null
  // These two mean that nothing was done.
  if (error.status === 429 || error.status === 503) return retryAfterMs + backoffMs
  // A proxy responded instead of the API, which may have executed the call.
  if (error.status === 502 || error.status === 504) return isRepeatable ? retryAfterMs + backoffMs : null
  return null
}
