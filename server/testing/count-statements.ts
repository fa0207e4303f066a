import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The messages by which a client runs a statement: Execute and Query. */
const RUNS = new Set(['E', 'Q'].map((type) => type.charCodeAt(0)))

/** Proxies this process's connections to Postgres, and counts the statements that the process runs. */
export async function countStatements(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const { hostname, port } = target
  const open = new Set<Socket>()
  let count = 0
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    const read = readMessages((type) => {
      if (RUNS.has(type)) count += 1
    })
    incoming.on('data', read)
    incoming.pipe(outgoing)
    outgoing.pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  target.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: target.toString(),
    /** The number of statements that this process runs during `work`, from all callers. */
    async of(work: () => Promise<unknown>): Promise<number> {
      const before = count
      await work()
      return count - before
    },
    close(): void {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

const LENGTH_BYTES = 4

/** Reports the type of each message of a client, however the bytes are cut; the first of a connection has none. */
function readMessages(onMessage: (type: number) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      if (rest.length < typeBytes + LENGTH_BYTES) return
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return
      if (typeBytes > 0) onMessage(rest.readUInt8(0))
      rest = rest.subarray(end)
      typeBytes = 1
    }
  }
}
