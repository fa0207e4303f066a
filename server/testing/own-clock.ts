import { beforeEach } from 'vitest'
import { type WorkerCtx, workerCtx } from '@/server/ctx'

/** A suite's own time: that of the machine when a test begins, and then only what the test says. */
export function ownClock() {
  let at = 0
  beforeEach(() => {
    at = Date.now()
  })
  return {
    at: (ms = 0): Date => new Date(at + ms),
    pass(ms: number): void {
      at += ms
    },
    ctx: (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) }),
  }
}
