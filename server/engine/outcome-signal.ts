import { EventEmitter } from 'node:events'
import { oncePerProcess } from '@/db/once-per-process'
import { onStopping } from '@/server/waking/stopping'

/** Notifies waiting requests of this process that a transaction ended. A hint only: the row is the truth. */
const signal = () => oncePerProcess('outcomes', () => new EventEmitter().setMaxListeners(0))

/** Wakes the requests of this process that wait for one of these transactions. */
export function announceOutcomes(transactionIds: readonly string[]): void {
  for (const id of transactionIds) signal().emit(id)
}

/** Resolves when the outcome is announced, after `timeoutMs`, or when the process is asked to end. */
export function outcomeOrTimeout(transactionId: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      forgetStop()
      signal().off(transactionId, done)
      resolve()
    }
    const timer = setTimeout(done, timeoutMs)
    const forgetStop = onStopping(done)
    signal().once(transactionId, done)
  })
}
