import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The ports of one stack, its own from the moment they are chosen. */
export type Ports = {
  /** The preferred port, or a free one where it is taken. */
  hold: (preferred?: number, host?: string) => Promise<number>
  /** A port whose successor is held too: web3.js looks for subscriptions there. */
  holdPair: (preferred: number) => Promise<number>
  /** Null if it is taken. */
  tryHold: (port: number, host?: string) => Promise<number | null>
  /** Frees the port for a part that is about to listen there; to other stacks it stays taken. */
  handOver: (port: number) => Promise<void>
  close: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'

type Held = { port: number; server: Server; claim: Socket }

/**
 * A port is held by listening on it, and claimed by the UDP port of the same number. The listener has to end before its
 * part can listen, and returns only with the part's restart; a claim hinders no part and ends with this process at the
 * latest.
 */
export function createPorts(): Ports {
  const held = new Map<number, Held>()

  const tryHold = async (requestedPort: number, host = LOOPBACK): Promise<number | null> => {
    const server = await tryListen(requestedPort, host)
    if (!server) return null
    const claim = await tryClaim(server.port)
    if (!claim) {
      await close(server.server)
      return null
    }
    held.set(server.port, { ...server, claim })
    return server.port
  }
  const hold = async (preferred = 0, host?: string): Promise<number> =>
    (await tryHold(preferred, host)) ?? hold(0, host)
  const release = async (port: number): Promise<void> => {
    const one = held.get(port)
    held.delete(port)
    if (!one) return
    one.claim.close()
    await close(one.server)
  }
  const holdPair = async (preferred: number): Promise<number> => {
    const first = await hold(preferred)
    if (first < 65_535 && (await tryHold(first + 1)) !== null) return first
    await release(first)
    return holdPair(0)
  }
  return {
    hold,
    holdPair,
    tryHold,
    handOver: async (port) => {
      const one = held.get(port)
      if (one) await close(one.server)
    },
    close: async () => {
      await Promise.all([...held.keys()].map(release))
    },
  }
}

async function tryListen(requestedPort: number, host: string): Promise<{ server: Server; port: number } | null> {
  const server = createServer((visitor) => visitor.destroy())
  server.listen({ port: requestedPort, host, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    if (isTaken(error)) return null
    throw error
  }
  server.unref()
  const address = server.address()
  return typeof address === 'object' && address ? { server, port: address.port } : null
}

async function tryClaim(port: number): Promise<Socket | null> {
  const claim = createSocket('udp4')
  claim.bind({ port, address: LOOPBACK, exclusive: true })
  try {
    await once(claim, 'listening')
  } catch (error) {
    if (isTaken(error)) return null
    throw error
  }
  claim.unref()
  return claim
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  await new Promise((resolve) => server.close(resolve))
}
