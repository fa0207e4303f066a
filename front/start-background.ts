import { setTimeout as wait } from 'node:timers/promises'
import { flushRequestLog } from '@/server/api/request-log'
import { listenForChanges } from '@/server/listen-for-changes'
import { pools } from '@/server/pools'

const RETRY_MS = 1_000

/** What the process does beside answering; the returned function ends it and writes what is still waiting. */
export function startBackground(): () => Promise<void> {
  const ending = new AbortController()
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
