import { oncePerProcess } from '@/db/once-per-process'
import { env } from '@/server/env'

/** Whether a separate process signs: it and the migrations have the seeds' key and login, the app has neither. */
export function isSignerSeparate(): boolean {
  const { SIGNER_SOCKET, SIGNER_SECRET } = env()
  return SIGNER_SOCKET !== undefined || SIGNER_SECRET !== undefined
}

/** Whether this process can open seeds; other processes call the signer. */
export function holdsSeeds(): boolean {
  return !isSignerSeparate() || env().SIGNER_SECRET !== undefined
}

const self = () => oncePerProcess('signer-process', () => ({ isSigner: false }))

/**
 * This process is the signer: each of its connections to Postgres logs in as the signer's role. Said before any is
 * opened.
 */
export function markAsSigner(): void {
  self().isSigner = true
}

/** Whether this process is the signer. */
export function isSigner(): boolean {
  return self().isSigner
}
