import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@/e2e/percentile'
import { makeWallets, postTransfer, runTransfers, SPONSORED, untilCompleted, withWorld } from './transfer-world'

/**
 * How long acceptance takes while requests come at a fixed pace, whether or not earlier ones were answered, and the
 * engine works.
 */
export async function benchAccept(options: { perSecond: number; seconds: number }): Promise<void> {
  await withWorld(async (world) => {
    const wallets = await makeWallets(world, SPONSORED, 20)
    // The first requests of a process wait for its compiler.
    await runTransfers(world, SPONSORED, wallets, 500)
    const count = options.perSecond * options.seconds
    const latenciesMs: number[] = []
    const startedAt = performance.now()
    const answers: Promise<string>[] = []
    for (let index = 0; index < count; index++) {
      const dueAt = startedAt + (index * 1_000) / options.perSecond
      await wait(Math.max(0, dueAt - performance.now()))
      // From the moment it was due: a late sender must not hide a slow answer.
      const answer = postTransfer(world, SPONSORED, wallets[index % wallets.length])
      answers.push(answer.finally(() => latenciesMs.push(performance.now() - dueAt)))
    }
    await untilCompleted(world, await Promise.all(answers))
    console.log(
      `  ${options.perSecond} requests/s for ${options.seconds} s: accept p50 ${percentile(latenciesMs, 50).toFixed(0)} ms,` +
        ` p99 ${percentile(latenciesMs, 99).toFixed(0)} ms (aim p99 200 ms)`,
    )
  })
}
