import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/db/once-per-process'

const ids = () => oncePerProcess('trpc-request-ids', () => new AsyncLocalStorage<string>())

/** Runs a call from the browser under its request id: a failure has one also where there is no context yet. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return ids().run(requestId, work)
}

/** The id of the current call; null outside of a call. */
export function currentRequestId(): string | null {
  return ids().getStore() ?? null
}
