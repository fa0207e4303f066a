import { readBase64 } from './base64'

/** The secrets of SLIPWAY_SECRET, the one that writes first. Throws an error whose message says what is wrong. */
export function readSecrets(text: string): string[] {
  const secrets = text.split(',')
  const bytes = secrets.map((secret) => readBase64(secret))
  if (bytes.some((read) => (read?.length ?? 0) < 32)) throw new Error('must be at least 32 bytes in base64')
  if (secrets.length > 2) throw new Error('names more than two secrets: end one rotation before the next')
  if (new Set(bytes.map((read) => read?.toString('hex'))).size < secrets.length) throw new Error('names a secret twice')
  return secrets
}
