import { setTimeout as pause } from 'node:timers/promises'

/** Deadlock, serialisation, and everything a restarting Postgres answers or fails to answer. */
const PASSING = /^(40P01|40001|57P0[123]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|CONNECTION_\w+)$/
const GIVE_UP_MS = 120_000

export function isPassing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && PASSING.test(String(error.code))
}

/** Repeats database work through deadlocks and through a restart of Postgres. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || Date.now() - started > GIVE_UP_MS) throw error
      await pause(waitMs)
    }
  }
}
