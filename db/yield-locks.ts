import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'

/** Shorter than Postgres waits before it ends one of two transactions that wait for each other. */
export const LOCK_MS = 100
const TRIES = 200
const LOCK_NOT_AVAILABLE = '55P03'

/** Repeats work that waited too long for a lock, so that Postgres does not end the process that serves requests. */
export async function yieldLocks(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      const isBusy = error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE
      if (!isBusy || tries === TRIES) throw error
    }
    await pause(Math.random() * LOCK_MS)
  }
}
