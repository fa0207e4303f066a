import { setTimeout as wait } from 'node:timers/promises'
import { flushRequestLog } from '@/server/api/request-log'
import { curve } from '@/server/custody/curve'
import { listenForChanges } from '@/server/listen-for-changes'
import { pools } from '@/server/pools'

const RETRY_MS = 1_000

/** What the process does beside answering; the returned function ends it and writes what is still waiting. */
export function startBackground(): () => Promise<void> {
  const ending = new AbortController()
  curve() // its table takes some 0.2 s to make: now rather than in the first request
  void listenUntilItWorks(ending.signal)
  return async () => {
    ending.abort()
    await flushRequestLog()
    const { app, worker, operator } = pools()
    await Promise.all([app, worker, operator].map((pool) => pool.end({ timeout: 2 })))
  }
}

/** Postgres may come up after us; until then the caches simply live their ten seconds. */
async function listenUntilItWorks(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const listens = await listenForChanges().then(
      () => true,
      () => false,
    )
    if (listens) return
    await wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
