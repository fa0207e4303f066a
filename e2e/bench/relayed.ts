import { performance } from 'node:perf_hooks'
import { toDatabase } from '@/db/client'
import { postCredit } from '@/server/ledger/credit-business'
import {
  makeWallets,
  postTransfer,
  RELAYED,
  runTransfers,
  untilCompleted,
  type World,
  withWorld,
} from './transfer-world'

const ONE_AT_A_TIME = 8
const MICROS = 1_000_000n

/** One wallet whose transfers relayers carry, many in flight, against the same wallet strictly one at a time. */
export async function benchRelayed(options: { count: number; repeats: number }): Promise<void> {
  await withWorld(async (world) => {
    await credit(world, 10_000n)
    const wallets = await makeWallets(world, RELAYED, 1)
    // The account's delegation, once and for all.
    await untilCompleted(world, [await postTransfer(world, RELAYED, wallets[0])])
    for (let round = 1; round <= options.repeats; round++) {
      const startedAt = performance.now()
      for (let index = 0; index < ONE_AT_A_TIME; index++) {
        await untilCompleted(world, [await postTransfer(world, RELAYED, wallets[0])])
      }
      const strict = (ONE_AT_A_TIME * 1_000) / (performance.now() - startedAt)
      await world.api.renew()
      const { perSecond } = await runTransfers(world, RELAYED, wallets, options.count)
      console.log(
        `  one wallet: one at a time ${strict.toFixed(2)}/s, ${options.count} through relayers ${perSecond.toFixed(1)}/s` +
          ` = ${(perSecond / strict).toFixed(0)} times (aim 10)`,
      )
    }
  })
}

/** Money for the gas of all rounds; the demo's own credit is soon held in full. */
async function credit({ sql, facts }: World, usd: bigint): Promise<void> {
  const { businessId } = facts.demo
  const micros = usd * MICROS
  await postCredit(toDatabase(sql), { businessId, micros, reason: 'Benchmark', createdBy: 'bench' })
}
