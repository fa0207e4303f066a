import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { stopProcess } from './stop-process'
import type { OnSpawn, RunningPart } from './supervisor'
import { tailOf } from './tail-of'
import { waitUntil } from './wait-until'

type NodePartOptions = {
  name: string
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  logFile: string
} & (
  | {
      /** Answers 200 with its pid as soon as the part runs. */
      healthUrl: string
    }
  /** A check for a part without HTTP. */
  | { isWell: () => Promise<boolean> }
)

const health = z.object({ pid: z.number() })

/** Starts one of our own Node processes and waits until it says it is well. */
export async function startNodePart(options: NodePartOptions, onSpawn: OnSpawn): Promise<RunningPart> {
  const log = openSync(options.logFile, 'a')
  const child = spawn(process.execPath, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw new Error(`${options.name} could not be started`)
  onSpawn(pid)
  const isWell = () => ('isWell' in options ? options.isWell() : isHealthy(options.healthUrl, pid))
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const ready = await waitUntil(async () => ended() || (await isWell()), {
    timeoutMs: 90_000,
    everyMs: 100,
  })
  if (!ready || ended()) {
    await stopProcess(pid)
    const end = ready ? `ended with exit code ${child.exitCode ?? child.signalCode}` : 'did not get ready in time'
    throw new Error(`${options.name} ${end}:\n${tailOf(options.logFile, 12)}`)
  }
  return { pid, process: child, stop: () => stopProcess(pid) }
}

/** A stranger may answer where the part is awaited: only its own word counts. */
function isHealthy(url: string, pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request(url, { timeout: 2_000, agent: false }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 && pidIn(body) === pid),
        () => resolve(false),
      )
    })
    probe.once('timeout', () => probe.destroy())
    probe.once('error', () => resolve(false))
    probe.end()
  })
}

function pidIn(body: string): number | null {
  try {
    return health.parse(JSON.parse(body)).pid
  } catch {
    return null
  }
}
