import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** The iteration count that Postgres itself uses. */
const ITERATIONS = 4096

/**
 * The verifier that Postgres stores for a password (SCRAM-SHA-256, RFC 5802). It is computed here, so that no
 * statement, and no log of the server, contains the password. ASCII only: other text would have to be normalized first.
 * A client repeats the iterations at each connection.
 */
export function scramVerifier(password: string, iterations = ITERATIONS): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyFor = (purpose: string) => createHmac('sha256', salted).update(purpose).digest()
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyFor('Server Key').toString('base64')}`
}
