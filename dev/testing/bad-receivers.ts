import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Faults of customers' servers, each on a separate port, below what an HTTP server would let it do. */
const WAYS = {
  hangs: async () => {},
  dripsItsHead: (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-one: 1\r\n'),
  dripsItsBody: (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
    return drip(socket, 'x')
  },
  neverEndsItsHead: async (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const line = `x-long: ${'y'.repeat(8_000)}\r\n`
    while (socket.writable) await written(socket, line)
  },
  sends50MB: async (socket: Socket) => {
    const [size, part] = [50 * 1_024 * 1_024, Buffer.alloc(64 * 1_024, 'x')]
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n`)
    for (let sent = 0; sent < size && socket.writable; sent += part.length) await written(socket, part)
  },
  talksNonsense: async (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  breaksOff: async (socket: Socket) => void socket.resetAndDestroy(),
  breaksOffItsBody: async (socket: Socket) => {
    await written(socket, 'HTTP/1.1 500 Oh\r\ncontent-length: 100000\r\n\r\nsome')
    socket.end()
  },
} as const
export type FailureMode = keyof typeof WAYS

/** Servers for each of the ways. */
export async function startBadReceivers() {
  const sockets = new Set<Socket>()
  const start = async (behave: (socket: Socket) => Promise<void>) => {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      // Once it was asked.
      socket.once('data', () => void behave(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return server
  }
  const servers = new Map<string, Server>()
  for (const [name, behave] of Object.entries(WAYS)) servers.set(name, await start(behave))
  return {
    url(way: FailureMode, scheme = 'http'): string {
      const address = servers.get(way)?.address()
      if (!address || typeof address === 'string') throw new Error('the receiver does not listen on TCP')
      return `${scheme}://127.0.0.1:${address.port}/`
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await Promise.all([...servers.values()].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
export type BadReceivers = Awaited<ReturnType<typeof startBadReceivers>>

async function drip(socket: Socket, text: string): Promise<void> {
  for (let n = 0; socket.writable; n++) {
    socket.write(text.at(n) ?? 'x')
    await wait(20)
  }
}

async function written(socket: Socket, part: string | Buffer): Promise<void> {
  await new Promise<void>((resolve) => socket.write(part, () => resolve()))
}
