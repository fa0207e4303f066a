import { setTimeout as pause } from 'node:timers/promises'
import { firstChain, type Played, plan, type Stage } from '@/e2e/faults/scenario'
import { takeGas } from '@/e2e/faults/take-gas'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import { type Round, repeatRound } from './rounds'

const DRY_MS = 5_000
const FULL_WEI = '0x152d02c7e14af6800000' // 100,000 coins

/**
 * No wallet has gas and the platform has none to give; then it does again. Nothing fails meanwhile, nothing is spent.
 */
export async function dryGasWallet(stage: Stage): Promise<Played> {
  return repeatRound(stage, () => playOne(stage))
}

async function playOne(stage: Stage): Promise<Round> {
  const { world, api, random, stack } = stage
  const { ask } = firstChain(stage)
  const setPlatform = async (wei: string) => {
    for (const address of stack.platformWallets) await ask('anvil_setBalance', address, wei)
  }
  await takeGas(world)
  await setPlatform('0x0')
  const transfers = plan(stage, { label: 'dry' })
  await sendTransfers(api, transfers, { spreadMs: 500, random })
  await pause(DRY_MS)
  const ended = await countEnded(stage, transfers)
  await setPlatform(FULL_WEI)
  const findings = ended > 0 ? [`${ended} transfers ended while there was no gas`] : []
  return { name: 'gas wallet dry', transfers, healthyAt: Date.now(), findings }
}

async function countEnded({ world }: Stage, transfers: readonly Transfer[]): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from transactions
    where idempotency_key = any(${transfers.map(({ key }) => key)}) and status <> 'PENDING'`
  return row?.count ?? 0
}
