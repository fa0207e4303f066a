import { setImmediate } from 'node:timers/promises'

/** Long work yields to other work after this time. */
const SLICE_MS = 10

/**
 * Call the returned function often within long work: after a long enough slice it lets other work of the process run.
 */
export function createTimeSlicer(): () => Promise<void> {
  let begunMs = performance.now()
  return async () => {
    if (performance.now() - begunMs < SLICE_MS) return
    await setImmediate()
    begunMs = performance.now()
  }
}
