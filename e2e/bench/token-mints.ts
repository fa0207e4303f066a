import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { encodeBatchMint, encodeRegister, investorKeyOf } from '@/server/tokens/operations/asset-calls'
import { splitIntoCalls } from '@/server/tokens/operations/plan'
import { PLAIN } from '@/server/tokens/token-world.test-data'
import { addressesOf, openBare, untilDone, withTokenWorld } from './token-world'

const LINES = 1_000

/**
 * Requests of a thousand mints each, from the first request to the end of the last, against a bare loop of the same
 * batches.
 */
export async function benchTokenMints({ requests }: { requests: number }): Promise<void> {
  await withTokenWorld(async (world, sql) => {
    const token = await world.active(PLAIN)
    const holders = addressesOf(LINES)
    const wallets = holders.map((address, n) => ({ address, investorId: `investor-${n}` }))
    await untilDone(world, sql, [await world.ask(token.id, 'wallets', { wallets })])
    const items = holders.map((to) => ({ to, amount: '1' }))
    const startedAt = performance.now()
    const answers = []
    for (let n = 0; n < requests; n++) answers.push(await world.ask(token.id, 'mint', { items }, randomUUID()))
    const acceptedMs = performance.now() - startedAt
    await untilDone(world, sql, answers)
    const tookMs = performance.now() - startedAt
    const bare = await openBare(world)
    const keys = holders.map((_, n) => investorKeyOf(token.id, `investor-${n}`))
    await bare.send(
      bare.token,
      splitIntoCalls(holders).map(({ first, some }) => encodeRegister(some, keys.slice(first, first + some.length))),
    )
    const calls = splitIntoCalls(holders).map(({ some }) =>
      encodeBatchMint(
        some,
        some.map(() => 1_000_000n),
      ),
    )
    const bareFrom = performance.now()
    await bare.send(bare.token, Array.from({ length: requests }, () => calls).flat())
    const bareMs = performance.now() - bareFrom
    const mints = requests * LINES
    const perSecond = (ms: number) => ((mints * 1_000) / ms).toFixed(0)
    console.log(
      `  ${mints} mints in ${requests} requests: ${perSecond(tookMs)}/s to their end (accepted at ${perSecond(acceptedMs)}/s), bare ${perSecond(bareMs)}/s` +
        ` = ${((100 * bareMs) / tookMs).toFixed(0)} %; load ${loadavg()[0]?.toFixed(1)}`,
    )
  })
}
