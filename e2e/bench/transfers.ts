import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@/e2e/percentile'
import { runBare } from './bare-transfers'
import { makeWallets, RECIPIENT, runTransfers, SPONSORED, type World, withWorld } from './transfer-world'

const AIM_PERCENT = 80

/**
 * Transfers per second from the first POST until the last is COMPLETED, through the whole product. Printed as a ratio
 * to a bare viem loop (one request per transfer, local nonces, fixed fees) on the same anvil in the same run; then one
 * transfer on an idle system.
 */
export async function benchTransfers(options: { count: number; wallets: number[]; repeats: number }): Promise<void> {
  await withWorld(async (world) => {
    let known: string[] = []
    for (const count of options.wallets) {
      known = await makeWallets(world, SPONSORED, count)
      // The compilers of both processes are warm then.
      await runTransfers(world, SPONSORED, known, 1_000)
      await runBare(world.facts, { count: 1_000, wallets: count })
      const ratios: number[] = []
      for (let round = 1; round <= options.repeats; round++) {
        const bare = await runBare(world.facts, { count: options.count, wallets: count })
        await world.api.renew()
        const { perSecond, latenciesMs } = await runTransfers(world, SPONSORED, known, options.count)
        ratios.push(perSecond / bare)
        console.log(
          `  ${count} wallets, ${options.count} transfers: bare viem ${bare.toFixed(0)}/s, Slipway ${perSecond.toFixed(0)}/s` +
            ` (${((perSecond / bare) * 100).toFixed(0)} %), accept p50 ${percentile(latenciesMs, 50).toFixed(0)} ms p99 ${percentile(latenciesMs, 99).toFixed(0)} ms`,
        )
      }
      console.log(
        `  ${count} wallets: ratio, median of ${ratios.length}: ${(percentile(ratios, 50) * 100).toFixed(0)} % (aim ${AIM_PERCENT} %)`,
      )
    }
    await idleLatency(world, known)
  })
}

/** One transfer at a time on an idle system: POST to COMPLETED. */
async function idleLatency({ api }: World, wallets: string[]): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < 10; index++) {
    await wait(1_300 + 97 * index)
    const startedAt = performance.now()
    const body = { fromAddress: wallets[0], toAddress: RECIPIENT, amount: '0.01', chainType: 'EVM', chainId: SPONSORED }
    const { status } = await api.post('/v1/wallet/transaction', { ...body, cNGN: true, waitForCompletion: true })
    if (status !== 201) throw new Error(`a transfer was answered ${status}`)
    times.push(performance.now() - startedAt)
  }
  console.log(
    `  one transfer, idle: p50 ${percentile(times, 50).toFixed(0)} ms, max ${percentile(times, 100).toFixed(0)} ms (blocks of 1 s; aim 1,200 ms)`,
  )
}
