import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AppEnvironment } from '@/dev/stack-parts'
import { startNodePart } from '@/dev/start-node-part'
import type { Part } from '@/dev/supervisor'

type SignerEnvironment = AppEnvironment & { SIGNER_SOCKET: string }

/** The environments of a stack with a separate signer: of the signer and of migrations, and of the app beside it. */
export function signerEnvironments(
  env: AppEnvironment,
  home: string,
): { signer: SignerEnvironment; app: AppEnvironment } {
  const SIGNER_SOCKET = join(home, 's')
  const withoutPassword = new URL(env.DATABASE_URL ?? '')
  withoutPassword.password = ''
  const newKey = () => randomBytes(32).toString('base64')
  const SEED_KEK = `local:${newKey()},${env.CUSTODY_KEK}`
  return {
    signer: { ...env, SIGNER_SOCKET, SIGNER_SECRET: newKey(), SEED_KEK },
    app: { ...env, SIGNER_SOCKET, DATABASE_URL: withoutPassword.href },
  }
}

/** Gives the database the signer's role, takes the seeds from the app's, and wraps them under the new key. */
export async function moveKeys(input: { bundle: string; env: AppEnvironment; root: string }): Promise<void> {
  const { bundle, env, root } = input
  await promisify(execFile)(process.execPath, [bundle, '--rewrap'], { env, cwd: root })
}

/** The process that signs; it is well once its socket takes connections. */
export function signerPart(input: {
  home: string
  root: string
  bundle: string
  env: SignerEnvironment
  faultFile: string
}): Part {
  const { home, root, bundle, faultFile } = input
  const logFile = join(home, 'logs', 'signer.log')
  const env = { ...input.env, FAULT_FILE: faultFile }
  const isWell = () => takesConnections(input.env.SIGNER_SOCKET)
  const part = { name: 'signer', args: [bundle], env, cwd: root, logFile, isWell }
  return { name: 'signer', logFile, start: (onSpawn) => startNodePart(part, onSpawn) }
}

function takesConnections(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    const end = (isWell: boolean) => {
      probe.destroy()
      resolve(isWell)
    }
    probe.once('connect', () => end(true))
    probe.once('error', () => end(false))
  })
}
