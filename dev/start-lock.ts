import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOurProcess } from './process-identity'

/** Claims the folder for this process. Answers the pid of the stack that already has it, or null when it is ours now. */
export function claimHome(home: string): number | null {
  const file = join(home, 'start.pid')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return null
    } catch {
      const pid = Number(readFileSync(file, 'utf8'))
      if (pid !== process.pid && isRunningStart(pid)) return pid
      rmSync(file, { force: true })
    }
  }
}

export function releaseHome(home: string): void {
  rmSync(join(home, 'start.pid'), { force: true })
}

function isRunningStart(pid: number): boolean {
  if (!isOurProcess(pid, ['dev/start.ts'])) return false
  if (process.platform !== 'linux') return true
  try {
    // The pid may belong to the stack of another clone by now.
    return readlinkSync(`/proc/${pid}/cwd`) === process.cwd()
  } catch {
    return false
  }
}
