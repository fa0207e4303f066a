import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createOwner } from '@/server/testing/messages'
import { withDatabase } from './bench-database'
import { fillLedger } from './fill-ledger'

/** How long the nightly check takes over so many journals: half of what came in, half of what it paid for. */
export async function benchLedgerSize({ journals, repeats }: { journals: number; repeats: number }): Promise<void> {
  await withDatabase(async (url) => {
    await inWorker(({ db }) => ensurePlatformBusiness(db))
    const owner = await createOwner()
    await fillLedger(url, { owner, count: journals / 2 })
    for (let round = 0; round < repeats; round++) {
      const startedAt = performance.now()
      const faults = await ledgerDrift(workerCtx().db)
      const took = (performance.now() - startedAt) / 1_000
      console.log(
        `  ${journals} journals with ${journals * 3} entries: checked in ${took.toFixed(1)} s, ${faults.length} faults; load ${loadavg()[0]?.toFixed(1)}`,
      )
    }
  })
}
