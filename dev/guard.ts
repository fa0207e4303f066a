import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Guard = {
  add: (pid: number, signal?: NodeJS.Signals) => void
  remove: (pid: number) => void
  /** A folder that is removed when this process ends. */
  addFolder: (folder: string) => void
  /** Ends the guard; what is still listed is stopped, or removed. */
  close: () => void
}

/**
 * A small process that stops the listed ones, then removes the listed folders, if this process dies without doing so
 * itself, even by SIGKILL.
 */
export function startGuard(): Guard {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard-process.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own group: a Ctrl-C in the terminal must not end it.
    detached: true,
  })
  child.stdin.on('error', () => {})
  child.unref()
  return {
    add: (pid, signal = 'SIGTERM') => child.stdin.write(`+ ${pid} ${signal}\n`),
    remove: (pid) => child.stdin.write(`- ${pid}\n`),
    addFolder: (folder) => child.stdin.write(`folder ${folder}\n`),
    close: () => child.stdin.end(),
  }
}
