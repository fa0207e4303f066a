import { ApiError } from '@/server/errors'
import type { FaultPoint } from '@/server/fault-point'

/**
 * Ends the run that is under way, which is what a process loses when it dies. The test puts `strike` in the place of
 * the product's fault points.
 */
export class CrashError extends ApiError {
  constructor(text: string) {
    // Thrown on purpose: the engine must not take it for the fault of a row.
    super('failed', text)
  }
}

let armed: FaultPoint | null = null

/** The next passage of the point ends the run that passes it. Null takes the order back. */
export function armCrash(point: FaultPoint | null): void {
  armed = point
}

export function strike(point: FaultPoint): void {
  if (point !== armed) return
  armed = null
  throw new CrashError(`died at ${point}`)
}
