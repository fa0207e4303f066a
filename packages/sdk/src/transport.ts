import { AbortedError, ConnectionError, type FailedCall, TimeoutError } from './errors'

/** The functions of its surroundings that the client needs; replaced in tests. */
export type Runtime = {
  fetch: typeof fetch
  /** Resolves after that time; rejects with the reason of the signal once that is aborted. */
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Epoch milliseconds. */
  now: () => number
  /** From 0, below 1. */
  random: () => number
}

export const DEFAULT_RUNTIME: Runtime = {
  // Not the function itself: some platforms refuse it as a method of another object.
  fetch: (input, init) => fetch(input, init),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end)
        resolve()
      }, ms)
      signal?.addEventListener('abort', end, { once: true })
    }),
  now: () => Date.now(),
  random: () => Math.random(),
}

export type RawResponse = { status: number; headers: Headers; text: string }

type Exchange = { url: string; init: RequestInit; timeoutMs: number; signal: AbortSignal | undefined; call: FailedCall }

/** One request and its whole answer. Throws ConnectionError, TimeoutError or AbortedError if there is none. */
export async function sendRequest(
  { fetch }: Runtime,
  { url, init, timeoutMs, signal, call }: Exchange,
): Promise<RawResponse> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    // Followed, a redirect would take the token to another host.
    const response = await fetch(url, { ...init, signal: either, redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw new AbortedError('The call was aborted', call, { cause: signal.reason })
    if (late.signal.aborted)
      throw new TimeoutError(`No response from ${new URL(url).origin} within ${timeoutMs} ms`, call, { cause })
    throw new ConnectionError(`No response from ${new URL(url).origin}`, call, { cause })
  } finally {
    clearTimeout(timer)
  }
}
