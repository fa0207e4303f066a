import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_SIGNER_SECRET } from '@/db/testing-database'
import { bundleProgram } from '@/dev/bundle-programs'
import { waitUntil } from '@/dev/wait-until'
import { readSignerStatus } from '@/server/installation/signer-state'
import { testEnvironment } from './test-database'

/** SEED_KEK of every test. */
export const TEST_SEED_KEK = `local:${Buffer.alloc(32, 10).toString('base64')}`

/**
 * The process that signs, on a database that was opened with `hasSigner`; this process becomes an app that asks it:
 * without its key, its login and the owner's password.
 */
export async function startSigner(databaseUrl: string) {
  const program = await bundleProgram('signer/server.ts')
  const folder = mkdtempSync(join(tmpdir(), 'signer-'))
  const socket = join(folder, 's')
  const faultFile = join(folder, 'fault')
  const own = { SIGNER_SOCKET: socket, SEED_KEK: TEST_SEED_KEK }
  let child: ChildProcess | null = null
  let log = ''
  const app = new URL(databaseUrl)
  app.password = ''
  Object.assign(process.env, { DATABASE_URL: app.toString(), SIGNER_SOCKET: socket, TEST_OWNER_URL: databaseUrl })

  const isOver = () => child === null || child.exitCode !== null || child.signalCode !== null

  /** Does nothing while one runs. */
  async function start(secrets = TEST_SIGNER_SECRET): Promise<void> {
    if (!isOver()) return
    const variables = { ...testEnvironment(databaseUrl), ...own, SIGNER_SECRET: secrets }
    const env = { ...process.env, ...variables, LOG_LEVEL: 'info', FAULT_FILE: faultFile }
    child = spawn(process.execPath, [program], { env })
    const keep = (part: Buffer) => {
      log += part.toString()
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
    const isReady = () => readSignerStatus().then(({ state }) => state === 'ok', isOver)
    await waitUntil(isReady, { timeoutMs: 120_000, everyMs: 20 })
    if (isOver()) throw new Error(`the signer ended:\n${log}`)
  }

  async function stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    if (!child || isOver()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    socket,
    faultFile,
    start,
    stop,
    freeze: () => child?.kill('SIGSTOP'),
    /** Resumes a frozen signer. */
    resume: () => child?.kill('SIGCONT'),
    /** Resolves once the process ended without `stop`. */
    ended: async () => {
      if (child && !isOver()) await once(child, 'exit')
    },
    log: () => log,
  }
}
