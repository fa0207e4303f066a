import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { TESTING_CERTIFICATE } from './testing-certificate'

/**
 * - open: passes everything on
 * - away: resets every connection
 * - starting: answers like a server that has not recovered yet
 * - closing: ends each connection at once, without a message
 * - mute: takes connections and sends nothing
 * - deaf: passes on the request and breaks the connection instead of passing on the answer
 */
type ProxyMode = 'open' | 'away' | 'starting' | 'closing' | 'mute' | 'deaf'

/** An ErrorResponse as a server sends it that has not recovered yet. */
const FIELDS = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
const STARTING_UP = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, FIELDS.length + 4]), FIELDS])

type ProxyOptions = {
  /** Speaks TLS, as a managed Postgres does. Its URL requires TLS without checking the certificate. */
  isTls?: boolean
}

/** A proxy between a pool and Postgres that breaks connections as a killed server or a lost network does. */
export async function startProxy(url: string, { isTls = false }: ProxyOptions = {}) {
  const target = new URL(url)
  const { port, hostname } = target
  if (isTls) target.searchParams.set('sslmode', 'require')
  const pairs = new Set<Socket>()
  const serverNames: unknown[] = []
  let mode: ProxyMode = 'open'
  let isSilent = false
  const take = (incoming: Socket) => {
    incoming.on('error', () => {})
    if (mode === 'away') return void incoming.resetAndDestroy()
    if (mode === 'closing') return void incoming.end()
    if (!isTls) return pass(incoming, incoming)
    incoming.once('data', () => {
      incoming.write('S')
      const secured = new TLSSocket(incoming, { isServer: true, ...TESTING_CERTIFICATE })
      secured.once('secure', () => serverNames.push(secured.servername))
      secured.on('error', () => {})
      pass(incoming, secured)
    })
  }
  /** `plain` has the plain text of what `talk` sends and receives. */
  const pass = (plain: Socket, talk: Socket) => {
    if (mode === 'starting') return void talk.once('data', () => talk.end(STARTING_UP))
    const outgoing = connect(Number(port), hostname)
    for (const socket of [plain, outgoing]) {
      pairs.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(socket)
        plain.destroy()
        outgoing.destroy()
      })
    }
    talk.on('data', (chunk) => {
      if (!isSilent && mode !== 'mute') outgoing.write(chunk)
    })
    outgoing.on('data', (answer) => {
      if (mode === 'deaf') return void plain.resetAndDestroy()
      if (!isSilent && mode !== 'mute') talk.write(answer)
    })
  }
  let server: Server
  const listen = async (requestedPort: number) => {
    server = createServer(take)
    server.listen(requestedPort, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    target.port = String(typeof address === 'object' && address ? address.port : 0)
  }
  await listen(0)
  const breakAll = (how: 'reset' | 'end') => {
    for (const socket of pairs) how === 'reset' ? socket.resetAndDestroy() : socket.end()
    pairs.clear()
  }
  return {
    url: target.toString(),
    /** The host names that clients sent when they began TLS. */
    serverNames,
    breakAll,
    /** Keeps connections open but passes no data any more, as a network that lost its connection state. */
    silence: () => {
      const lost = [...pairs]
      for (const socket of lost) socket.removeAllListeners('data').pause()
    },
    set: (next: ProxyMode) => {
      mode = next
      if (mode === 'away') breakAll('reset')
    },
    /** Stops listening: connections are refused. */
    stopListening: async () => {
      const closed = once(server, 'close')
      server.close()
      breakAll('reset')
      await closed
    },
    listenAgain: () => listen(Number(target.port)),
    close: () => {
      isSilent = true
      breakAll('reset')
      server.close()
    },
  }
}
