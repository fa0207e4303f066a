import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '@/dev/wait-until'
import { createApiClient } from '@/e2e/api-client'
import { patience } from '@/e2e/faults/patience'
import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { type AppProcess, LEASE_SHARE } from '@/e2e/faults/stack/fault-stack'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { takeGas } from '@/e2e/faults/take-gas'
import { sendTransfers } from '@/e2e/faults/transfers'
import type { FaultPoint } from '@/server/fault-point'
import { playRounds, type Round } from './rounds'

/** Where the holder of a lane's lease freezes: before and after it signed, stored, sent. */
const POINTS = [
  'lane-after-plan',
  'lane-after-sign',
  'lane-after-store',
  'send-before-answer',
  'send-after-answer',
  'receipt-before-settle',
] as const satisfies readonly FaultPoint[]
const FREEZES_WITHIN_MS = 60_000
/** Longer than a lease, so that the other process takes the lane over; then the former holder continues. */
const FROZEN_MS = { from: 6_500 * LEASE_SHARE, to: 9_000 * LEASE_SHARE }

/**
 * Two app processes on the same lanes: the one that holds them is paused in the middle of its work and comes back too
 * late.
 */
export async function fencing(stage: Stage): Promise<Played> {
  const second = await stage.stack.addApp()
  const api = createApiClient({ baseUrl: stage.stack.balancedUrl, liveKey: stage.stack.liveKey })
  try {
    const rounds = Array.from(
      { length: stage.rounds },
      (_, round) => POINTS[round % POINTS.length] ?? 'lane-after-sign',
    )
    return await playRounds(
      { ...stage, api },
      rounds.map((point) => () => playOne({ ...stage, api }, [stage.stack.app, second], point)),
    )
  } finally {
    await api.close()
    await stage.stack.removeApp(second)
  }
}

async function playOne(stage: Stage, apps: readonly AppProcess[], point: FaultPoint): Promise<Round> {
  const { world, api, random, stack } = stage
  const findings: string[] = []
  const chainId = stack.chains[random.between(0, stack.chains.length - 1)]?.chainId
  const transfers = plan(stage, { label: `fencing-${point}`, ...(chainId === undefined ? {} : { chainId }) })
  if (random.chance(0.3)) await takeGas(world)
  // The first to pass the point freezes; the other one must not.
  for (const app of apps) orderFault(app, point, 'SIGSTOP')
  const sending = sendTransfers(api, transfers, { spreadMs: 500, random })
  const frozen = () => apps.find(({ control }) => control.isFrozen())
  const struck = await waitUntil(() => frozen() !== undefined, { timeoutMs: patience(FREEZES_WITHIN_MS), everyMs: 2 })
  for (const app of apps) withdrawFault(app)
  if (!struck) findings.push(`nobody froze within ${FREEZES_WITHIN_MS} ms`)
  await pause(random.between(FROZEN_MS.from, FROZEN_MS.to))
  for (const { control } of apps) if (control.isFrozen()) control.thaw()
  const healthyAt = Date.now()
  await sending
  await waitUntilIdle(world)
  return { name: point, transfers, healthyAt, findings }
}
