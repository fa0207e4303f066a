import type { EventStream } from './endpoint'

/**
 * So often a stream's caller is checked: a key that was revoked or a project that was suspended reads no longer than
 * this.
 */
const CHECK_MS = 5_000

/**
 * The stream, which ends as soon as `admit` refuses its caller: the token ended, for example, or the project was
 * suspended.
 */
export function endOnRefusal(stream: EventStream, admit: () => Promise<void>, everyMs = CHECK_MS): EventStream {
  return async function* (signal) {
    const ending = new AbortController()
    const check = setInterval(() => void admit().catch(() => ending.abort()), everyMs)
    try {
      yield* stream(AbortSignal.any([signal, ending.signal]))
    } finally {
      clearInterval(check)
    }
  }
}
