import { setTimeout as pause } from 'node:timers/promises'
import { fillWithGas } from '@/e2e/faults/fill-with-gas'
import { firstChain, type Played, plan, type Stage, waitForStage, waitUntilIdle } from '@/e2e/faults/scenario'
import { mineBlocks, pauseMining, resumeMining } from '@/e2e/faults/stack/mining'
import { sendTransfers } from '@/e2e/faults/transfers'
import { type Round, repeatRound } from './rounds'

/** The block comes at any moment around the replacement of a cancelled transfer. */
const BLOCK_WITHIN_MS = 3_000

/** An operator cancels what is about to be mined: each transfer is either carried out or cancelled, and says which. */
export async function cancelRace(stage: Stage): Promise<Played> {
  return repeatRound(stage, () => playOne(stage))
}

async function playOne(stage: Stage): Promise<Round> {
  const { world, api, random, say } = stage
  const chain = firstChain(stage)
  const gasFirst = await fillWithGas(stage, chain, world.wallets)
  const transfers = plan(stage, { label: 'cancel', mayFail: /cancel/i })
  await pauseMining(chain)
  await sendTransfers(api, transfers, { spreadMs: 0, random })
  await waitForStage(world, transfers, { stages: ['broadcast'], count: transfers.length, timeoutMs: 60_000 })
  const keys = transfers.map(({ key }) => key)
  await world.sql`
    update transactions set cancel_requested_at = now() where idempotency_key = any(${keys}) and status = 'PENDING'`
  await pause(random.between(0, BLOCK_WITHIN_MS))
  await mineBlocks(chain, 1)
  await resumeMining(chain)
  const healthyAt = Date.now()
  await waitUntilIdle(world)
  const [row] = await world.sql<{ cancelled: number }[]>`
    select count(*)::int as cancelled from transactions where idempotency_key = any(${keys}) and status = 'FAILED'`
  say(`${row?.cancelled ?? 0} of ${transfers.length} were cancelled, the others mined first`)
  return { name: 'cancel against mine', transfers: [...gasFirst, ...transfers], healthyAt }
}
