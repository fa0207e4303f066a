import { waitUntil } from './wait-until'

const MAX_WAIT_MS = 60_000

/**
 * Waits until the app can do everything, jobs included: what is asked of it before they are registered would wait for
 * the next sweep.
 */
export async function untilReady(appUrl: string, signal: AbortSignal, timeoutMs = MAX_WAIT_MS): Promise<void> {
  let lastResponse = 'nothing'
  const isReady = async () => {
    signal.throwIfAborted()
    try {
      const answer = await fetch(`${appUrl}/readyz`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) })
      lastResponse = `${answer.status} ${await answer.text()}`
      return answer.ok
    } catch (error) {
      lastResponse = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  if (!(await waitUntil(isReady, { timeoutMs, everyMs: 100 })))
    throw new Error(`The app did not get ready within ${timeoutMs / 1_000} seconds: ${lastResponse}`)
}
