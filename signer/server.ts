import { setTimeout as wait } from 'node:timers/promises'
import { callSigner } from '@/server/custody/remote/call-signer'
import { statusAnswer } from '@/server/custody/remote/wire'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { env } from '@/server/env'
import { CONFIGURATION_EXIT, logger, stopWith } from '@/server/logger'
import { becomeSigner } from '@/server/separate-signer'
import { ANSWERS } from './answers'
import { createSignerServer } from './create-signer-server'
import { listenOnSocket } from './listen-on-socket'
import { keepProving, proveStart } from './prove-start'
import { shutDown } from './shut-down'

const RETRY_MS = 1_000

/**
 * dist/signer.mjs: the process that signs, where the app has SIGNER_SOCKET. It alone holds SEED_KEK and the login of
 * the database role that reads seeds. `--check` asks one that runs, for the health check of a container.
 */
async function main(): Promise<void> {
  const socket = readSocket()
  if (process.argv.includes('--check')) return check()
  becomeSigner()
  await proveStart()
  const server = createSignerServer(ANSWERS)
  await listenOnSocket(server, socket)
  logger().info({ listensOn: socket }, 'listening')
  const ending = new AbortController()
  void untilItListens(ending.signal)
  void keepProving(ending.signal)
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

/** Caches hear of suspended owners, policies and recoveries at once; Postgres may come up after us. */
async function untilItListens(signal: AbortSignal): Promise<void> {
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
