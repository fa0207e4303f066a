import { setImmediate } from 'node:timers/promises'

/** Long work gives way to others after this. */
const SLICE_MS = 10

/**
 * Returned function, called often within long work: lets other work of the process go on once the current slice was
 * long enough.
 */
export function sliceWork(): () => Promise<void> {
  let begunMs = performance.now()
  return async () => {
    if (performance.now() - begunMs < SLICE_MS) return
    await setImmediate()
    begunMs = performance.now()
  }
}
