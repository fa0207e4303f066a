import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@/server/errors'

const RETRIED_FOR_MS = 120_000
const EVERY_MS = 200

/**
 * Retries what a dependency could not do in time, as a client does: on a busy machine the signer may answer later than
 * a request waits. Throws any other error, and the last one after two minutes.
 */
export async function whenAvailable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRIED_FOR_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable' || Date.now() > deadline) throw error
      await pause(EVERY_MS)
    }
  }
}
