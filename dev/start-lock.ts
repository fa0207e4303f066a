import { join } from 'node:path'
import { claimFile, releaseFile } from './claim-file'

/**
 * Claims the folder for this process. Answers the pid of the stack that already has it, or null when it is ours now.
 */
export function claimHome(home: string): number | null {
  return claimFile(join(home, 'start.pid'))
}

export function releaseHome(home: string): void {
  releaseFile(join(home, 'start.pid'))
}
