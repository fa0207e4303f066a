import { once } from 'node:events'
import { chmodSync, rmSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { callSigner } from '@/server/custody/remote/call-signer'
import { statusAnswer } from '@/server/custody/remote/wire'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { endPools } from '@/server/database/pools'
import { env } from '@/server/env'
import { CONFIGURATION_EXIT, logger, stopWith } from '@/server/logger'
import { markAsSigner } from '@/server/separate-signer'
import { withTimeout } from '@/server/with-timeout'
import { ANSWERS } from './answers'
import { createSignerServer } from './create-signer-server'
import { verifyPeriodically, verifyStart } from './verify-start'

/** The time for calls in progress when the process stops. The app later finds the signatures that they stored. */
const DRAIN_MS = 4_000

/** The owner and the group of the folder may connect; the app is in the group. */
const MODE = 0o660

const RETRY_MS = 1_000

/**
 * dist/signer.mjs: the process that signs, if the app has SIGNER_SOCKET. Only this process has SEED_KEK and the login
 * of the database role that reads seeds. `--check` calls a running signer, for the health check of a container.
 */
async function main(): Promise<void> {
  const socket = readSocket()
  if (process.argv.includes('--check')) return check()
  markAsSigner()
  await verifyStart()
  const server = createSignerServer(ANSWERS)
  await listenOnSocket(server, socket)
  logger().info({ listensOn: socket }, 'listening')
  const ending = new AbortController()
  void listenUntilConnected(ending.signal)
  void verifyPeriodically(ending.signal)
  const end = () => void shutDown(server, ending)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
}

async function check(): Promise<void> {
  const { state } = statusAnswer.parse(await callSigner('status', {}))
  process.exit(state === 'ok' ? 0 : 1)
}

function readSocket(): string {
  try {
    const { SIGNER_SOCKET, SIGNER_SECRET } = env()
    if (SIGNER_SOCKET === undefined)
      throw new Error('SIGNER_SOCKET is missing: see .env.example for what it must hold.')
    if (SIGNER_SECRET === undefined)
      throw new Error('SIGNER_SECRET is missing: see .env.example for what it must hold.')
    return SIGNER_SOCKET
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : 'the environment cannot be read', CONFIGURATION_EXIT)
  }
}

/**
 * Connects to the notifications of Postgres, which empty caches of suspended owners, policies and recoveries. Retries,
 * because Postgres may start later.
 */
async function listenUntilConnected(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isListening = await listenForChanges().then(
      () => true,
      () => false,
    )
    if (isListening) return
    await wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

await main()

/** Listens on a Unix socket. Removes a socket that a crash left. Ends the process if another signer answers there. */
async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (await isAnswered(path)) stopWith(`another process listens at ${path}`)
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path, { force: true })
  server.once('error', (error) => stopWith(`cannot listen at ${path}: ${error.message}`))
  // No other process can connect between the two calls.
  const mask = process.umask(0o777 & ~MODE)
  server.listen(path)
  await once(server, 'listening')
  process.umask(mask)
  chmodSync(path, MODE)
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Ends the process after the calls in progress were answered. Accepts no new calls. */
async function shutDown(server: Server, ending: AbortController): Promise<void> {
  ending.abort()
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await withTimeout<unknown>(closed, DRAIN_MS, null)
  server.closeAllConnections()
  await endPools(1)
  process.exit(0)
}
