import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@/e2e/faults/random'
import type { FaultPoint } from '@/server/fault-point'
import type { AppProcess } from './fault-stack'
import { orderFault, withdrawFault } from './order-fault'

const ROUND_LIMIT_MS = 300_000
const MOMENT_WITHIN_MS = 3_000
const DOWN_MS = { from: 50, to: 1_500 }

/** A process that is to be killed during a round, and is started again. */
export type Strike = {
  /** Whether it died at the ordered point. */
  hasStruck: () => boolean
  /** No further: takes the order back if nothing struck, and waits until the process is there. */
  end: () => Promise<boolean>
}

/** Kills the process at a point, wherever in the round that lies; `null` at a moment that the seed says. */
export function beginStrike({
  app,
  point,
  random,
}: {
  app: AppProcess
  point: FaultPoint | null
  random: Random
}): Strike {
  const { control } = app
  const downMs = random.between(DOWN_MS.from, DOWN_MS.to)
  let struck = false
  const revive = async () => {
    struck = true
    await pause(downMs)
    await control.restart()
  }
  if (point === null) {
    const atMs = random.between(0, MOMENT_WITHIN_MS)
    const work = pause(atMs)
      .then(() => control.kill({ group: false }))
      .then(revive)
    return { hasStruck: () => struck, end: () => work.then(() => true) }
  }
  orderFault(app, point, 'SIGKILL')
  const over = new AbortController()
  const work = control.awaitEnd(ROUND_LIMIT_MS, over.signal).then((isGone) => (isGone ? revive() : undefined))
  return {
    hasStruck: () => struck,
    async end() {
      const waits = withdrawFault(app)
      if (waits) over.abort()
      await work
      return struck
    },
  }
}
