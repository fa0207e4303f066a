import { isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { connectionLost } from './connection-lost'

/**
 * The TLS that the `sslmode` of a URL requires. `isChecked`: the certificate must be signed by an authority that Node
 * trusts (NODE_EXTRA_CA_CERTS adds some), for the host of the URL. `isOptional`: a server without TLS is used without
 * it.
 */
export type Tls = { isChecked: boolean; isOptional: boolean }

/** The names of libpq; `ssl` is the driver's own name of `sslmode`. Null: no TLS. */
export function readTls(url: string): Tls | null {
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl')
  if (mode === null || mode === 'disable' || mode === 'false') return null
  const isOptional = mode === 'prefer' || mode === 'allow'
  return { isOptional, isChecked: !isOptional && mode !== 'require' }
}

/** The message by which a client requests TLS. */
const REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** The driver's own time limit for a connection. */
const LIMIT_MS = 10_000

/**
 * Opens TLS on a new connection to Postgres. The driver can do that too, but it sends no host name to the server and
 * removes every listener of the socket, so that lost connections would not be noticed. Never rejects, because the
 * driver would hang: a failure is an error of the returned socket.
 */
export async function openSecureSocket(plain: Socket, host: string, tls: Tls): Promise<Socket> {
  const limit = setTimeout(() => plain.destroy(timedOut()), LIMIT_MS)
  try {
    await next(plain, 'connect')
    plain.write(REQUEST)
    const answer = await next<Buffer>(plain, 'data')
    if (answer.length !== 1) throw new Error('Postgres, or an attacker in between, sent data before TLS began')
    if (answer[0] !== 'S'.charCodeAt(0)) {
      if (tls.isOptional) return plain
      throw new Error('Postgres does not speak TLS, which sslmode requires')
    }
    const secured = connectTls({
      ...{ socket: plain, host, rejectUnauthorized: tls.isChecked },
      // An IP address cannot be the server name of SNI.
      servername: isIP(host) === 0 ? host : undefined,
    })
    await next(secured, 'secureConnect')
    return secured
  } catch (error) {
    plain.destroy()
    return failedSocket(error)
  } finally {
    clearTimeout(limit)
  }
}

/** The next event; rejects where the socket fails or ends before it. */
function next<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(connectionLost()))
  })
}

function timedOut(): Error {
  return Object.assign(new Error('Postgres did not begin TLS in time'), { code: 'CONNECT_TIMEOUT' })
}

/** Fails once its user listens. */
function failedSocket(error: unknown): Socket {
  const failed = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  setImmediate(() => failed.destroy(error instanceof Error ? error : connectionLost()))
  return failed as Socket // all that the driver requires of a failed socket
}
