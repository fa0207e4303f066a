import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bundleStart } from '@/dev/bundle-start'
import { readStackFacts, type StackFacts } from '@/dev/stack-file'
import { tailOf } from '@/dev/tail-of'
import { makeThrowawayFolder } from '@/dev/throwaway-folder'

export type ThrowawayStack = { facts: StackFacts; home: string; stop: () => Promise<void> }

/** A start reports each of its steps. On a busy machine each takes long, and only one that hangs is to end. */
const STEP_WITHIN_MS = 240_000

/**
 * The whole product as `npm start` runs it, in a new folder and on free ports; gone after `stop`. A measured stack lies
 * on a disk, as in a deployment; one that is only inspected may lie in memory.
 */
export async function startThrowawayStack({ inMemory = false } = {}): Promise<ThrowawayStack> {
  const home = inMemory ? makeThrowawayFolder('slipway-stack-') : mkdtempSync(path.join(tmpdir(), 'slipway-stack-'))
  const logFile = path.join(home, 'start.log')
  buildForTests()
  const log = openSync(logFile, 'a')
  const { DATABASE_URL: _db, INNGEST_DEV: _dev, INNGEST_BASE_URL: _url, PORT: _port, ...inherited } = process.env
  const child = spawn(process.execPath, [await bundleStart()], {
    // Only the run's own actions are measured and counted.
    env: { ...inherited, SLIPWAY_HOME: home, SLIPWAY_DEMO_EVENTS: 'false' },
    stdio: ['ignore', log, log],
  })
  const facts = await untilReady(child, home, logFile)
  return {
    facts,
    home,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

let isBuilt = false

/** A start builds larger pages than a deployment sends, and suites weigh them. Once a process. */
function buildForTests(): void {
  if (isBuilt) return
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'dev/build.ts', '--for-tests'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The pages could not be built.')
  isBuilt = true
}

async function untilReady(child: ChildProcess, home: string, logFile: string): Promise<StackFacts> {
  let reported = -1
  let deadline = 0
  while (child.exitCode === null) {
    const { size } = statSync(logFile)
    if (size > reported) {
      reported = size
      deadline = Date.now() + STEP_WITHIN_MS
    }
    if (Date.now() > deadline) break
    const facts = readStackFacts(home)
    // Tests open pages, and a benchmark shares its cores with no build.
    if (facts?.pages === 'ready') return facts
    if (facts?.pages === 'failed') break
    await wait(200)
  }
  child.kill('SIGTERM')
  throw new Error(`The stack did not start:\n${tailOf(logFile, 20)}`)
}
