import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/db/once-per-process'
import { env } from '@/server/env'

/** `isOpen`: work that began inside may outlive the transaction, and may then use the network. */
const guard = () =>
  oncePerProcess('network-guard', () => ({
    held: new AsyncLocalStorage<{ isOpen: boolean }>(),
    breaches: new Set<string>(),
  }))

/**
 * Runs the work of a database transaction. A network call inside it would hold one of a few connections: outside
 * production that is refused (`requireNoTransaction`). Production does not check, because tracking calls would slow
 * down each promise.
 */
export async function forbidNetworkCalls<T>(work: () => Promise<T>): Promise<T> {
  if (env().NODE_ENV === 'production') return work()
  const scope = { isOpen: true }
  try {
    return await guard().held.run(scope, work)
  } finally {
    scope.isOpen = false
  }
}

/**
 * Guards every call that leaves for the network. Throws inside a transaction, and records the error, because callers
 * expect nodes to fail.
 */
export function requireNoTransaction(call: string): void {
  if (!guard().held.getStore()?.isOpen) return
  guard().breaches.add(call)
  throw new Error(`${call} inside a database transaction`)
}

/** The calls that were refused since the last time. */
export function takeNetworkViolations(): string[] {
  const taken = [...guard().breaches]
  guard().breaches.clear()
  return taken
}
