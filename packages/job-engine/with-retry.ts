import { setTimeout as pause } from 'node:timers/promises'

/** Deadlock, serialisation, and everything a restarting Postgres answers or fails to answer. */
const TRANSIENT = /^(40P01|40001|57P0[123]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|CONNECTION_\w+|NO_ANSWER)$/
const GIVE_UP_MS = 120_000
const ANSWER_MS = 10_000

export function isTransient(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && TRANSIENT.test(String(error.code))
}

/** Fails when database work says nothing: the driver can lose a query together with its connection. */
export async function withinTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error('Postgres did not answer'), { code: 'NO_ANSWER' })
    timer = setTimeout(() => reject(error), ANSWER_MS)
  })
  try {
    return await Promise.race([work(), silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Repeats database work through deadlocks and through a restart of Postgres; `work` must bear repetition. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const started = Date.now()
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await withinTime(work)
    } catch (error) {
      if (!isTransient(error) || Date.now() - started > GIVE_UP_MS) throw error
      await pause(waitMs)
    }
  }
}
