import { connect, type Socket } from 'node:net'
import { connectionLost } from './connection-lost'
import type { SocketTarget } from './driver-insides'
import { openSecureSocket, type Tls } from './open-secure-socket'

/**
 * A connection's socket, with TLS if requested. Data that is written in one turn of the event loop is sent in one
 * packet, so that Postgres wakes up once for all of it. The driver would write a statement of more than a kilobyte at
 * once, with a system call each.
 */
export function openGatheringSocket(target: SocketTarget, tls: Tls | null): Socket | Promise<Socket> {
  const { host, port, path } = target
  const [name = 'localhost'] = host
  const socket = path ? connect(path) : connect(port[0] ?? 5432, name)
  // Disables Nagle's algorithm, as every Postgres client does: with it a pipelined statement would wait for the answer
  // before it.
  socket.setNoDelay(true)
  // A Unix socket needs no encryption.
  if (!tls || path) return makeGathering(makePrompt(socket))
  return openSecureSocket(socket, name, tls).then((secured) => makeGathering(makePrompt(secured)))
}

function makeGathering(socket: Socket): Socket {
  const write = socket.write
  let isGathering = false
  const gather = (...written: Parameters<Socket['write']>) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      setImmediate(() => {
        isGathering = false
        socket.uncork()
      })
    }
    return write.apply(socket, written)
  }
  socket.write = gather as Socket['write'] // the overloads cannot be written as an arrow
  return socket
}

/**
 * Makes a socket report its failure only together with its end, and each end as a failure. The driver frees a
 * connection at `error` and forgets it at `close`. A statement sent in between would hang, or get the answer of another
 * one after the reconnect. If a connection ends without an error, the driver would reconnect again and again.
 */
function makePrompt(socket: Socket): Socket {
  const emit = socket.emit.bind(socket)
  let failure: unknown
  socket.emit = (event: string | symbol, ...rest: unknown[]) => {
    if (event === 'error') {
      failure ??= rest[0]
      return true
    }
    if (event === 'close') emit('error', failure ?? connectionLost())
    return emit(event, ...rest)
  }
  return socket
}
