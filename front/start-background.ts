import { setTimeout as wait } from 'node:timers/promises'
import { wakeWhatIsDue } from '@/inngest/pumps'
import { flushRequestLog } from '@/server/api/request-log'
import { workerCtx } from '@/server/ctx'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { endPools } from '@/server/database/pools'
import { flushTraces } from '@/server/tracing/start-tracing'
import { flushUsage } from '@/server/usage/flush-usage'
import { deliverHeld, holdSecrets } from './hold-secrets'
import { keepRegistering } from './keep-registering'
import { noticeRestore } from './notice-restore'
import { keepProving } from './prove-start'
import { watchInstallation } from './watch-installation'
import { watchSigner } from './watch-signer'

const RETRY_MS = 1_000

/** What the process does beside answering; the returned function ends it and writes what is still waiting. */
export function startBackground(): () => Promise<void> {
  const ending = new AbortController()
  void untilItWorks(ending.signal, listenForChanges)
  // Work that a crash left unfinished, and the followers of chains, continue now, not at the sweeper's next minute. Not
  // before: an event that comes before the jobs are registered starts none of them.
  void keepRegistering(ending.signal).then(() => untilItWorks(ending.signal, () => wakeWhatIsDue(workerCtx())))
  void deliverHeld(ending.signal)
  let shareSecrets = async () => {}
  void untilItWorks(ending.signal, async () => {
    shareSecrets = await holdSecrets()
  })
  void keepProving(ending.signal)
  void watchSigner(ending.signal)
  void untilItWorks(ending.signal, noticeRestore)
  void watchInstallation(ending.signal)
  return async () => {
    ending.abort()
    await Promise.all([flushRequestLog(), flushUsage(), flushTraces(), shareSecrets()])
    await endPools(1)
  }
}

/** Postgres may come up after us: tries once a second until `work` succeeds. */
async function untilItWorks(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    const done = await work().then(
      () => true,
      () => false,
    )
    if (done) return
    await wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}
