import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { tailOf } from '../tail-of'
import { SUMMARY_MARK } from './summary'

const SHOWN_WITHOUT_SUMMARY = 15

export type StageRun = {
  /** The last line it printed, without colours. */
  lastLine: () => string
  ended: Promise<StageEnd>
}
export type StageEnd = {
  isGreen: boolean
  /** The exit code, or the signal that ended it. */
  outcome: string
  seconds: number
  /** CPU of the command and of everything it started and waited for. */
  cpuSeconds: number
  /** The lines to show: its summary, or where it failed without one the last lines it printed. */
  shown: readonly string[]
}

type Started = { command: readonly string[]; env: NodeJS.ProcessEnv; logFile: string; signal: AbortSignal }

/** Starts a stage in a new process group; its output goes to a file. The signal ends the whole group. */
export function runStage({ command, env, logFile, signal }: Started): StageRun {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const timesFile = `${logFile}.times`
  const startedAt = performance.now()
  // The shell's `times` is the portable account of what all descendants took.
  const account = '"$@"; code=$?; times >"$TIMES_FILE"; exit $code'
  const child = spawn('sh', ['-c', account, 'sh', ...command], {
    env: { ...env, TIMES_FILE: timesFile },
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  signal.addEventListener('abort', end, { once: true })
  const ended = new Promise<StageEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, killedBy) => {
      signal.removeEventListener('abort', end)
      resolve({
        isGreen: code === 0,
        outcome: killedBy ?? `exit code ${code}`,
        seconds: (performance.now() - startedAt) / 1_000,
        cpuSeconds: readTimes(tailOf(timesFile, 2)),
        shown: linesToShow(logFile, code !== 0),
      })
    })
  })
  return { lastLine: () => withoutColours(tailOf(logFile, 1)).trim(), ended }
}

function linesToShow(logFile: string, isRed: boolean): string[] {
  const lines = withoutColours(readFileSync(logFile, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
  const at = lines.lastIndexOf(SUMMARY_MARK)
  if (at >= 0) return lines.slice(at + 1)
  return isRed ? lines.slice(-SHOWN_WITHOUT_SUMMARY) : []
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '')
}

/**
 * Seconds that the children of a shell took, of what its `times` prints: the second line is theirs, `0m1.20s 0m0.30s`.
 */
export function readTimes(text: string): number {
  const children = text.trim().split('\n')[1] ?? ''
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}
