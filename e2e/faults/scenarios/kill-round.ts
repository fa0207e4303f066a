import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '@/e2e/faults/scenario'
import type { AppProcess } from '@/e2e/faults/stack/fault-stack'
import { orderFault, withdrawFault } from '@/e2e/faults/stack/order-fault'
import { FAULT_POINTS } from '@/server/fault-point'

const SPREAD_MS = 1_500
const DOWN_MS = { from: 50, to: 1_000 }

/**
 * Transfers of a round come in over a while; each process is killed in the middle of it, or left alone, but never both
 * left alone.
 */
export async function playKillRound(
  stage: Stage,
  apps: readonly AppProcess[],
  loads: readonly { send: () => Promise<void> }[],
): Promise<string> {
  const { random } = stage
  const first = random.between(0, apps.length - 1)
  const victims = apps.filter((_, n) => n === first || random.chance(0.3))
  const kills = victims.map((app) => killOnce(app, random))
  for (let n = 0; n < stage.transfers; n++) {
    for (const load of loads) await load.send()
    await pause(SPREAD_MS / stage.transfers)
  }
  return (await Promise.all(kills)).join(', ')
}

/** At a random moment, or at the next event that it reads, stores or has stored, if there is a point for it. */
async function killOnce(app: AppProcess, random: Stage['random']): Promise<string> {
  const { control } = app
  const [afterMs, downMs] = [random.between(0, SPREAD_MS), random.between(DOWN_MS.from, DOWN_MS.to)]
  const point = random.chance(0.5) ? FAULT_POINTS.follow[random.between(0, FAULT_POINTS.follow.length - 1)] : undefined
  await pause(afterMs)
  if (point) orderFault(app, point, 'SIGKILL')
  const isStruck = point !== undefined && (await control.awaitEnd(SPREAD_MS))
  if (!isStruck) {
    withdrawFault(app)
    await control.kill({ group: false })
  }
  await pause(downMs)
  await control.restart()
  return `${control.name} killed at ${isStruck ? point : `${afterMs} ms`}, down ${downMs} ms`
}
