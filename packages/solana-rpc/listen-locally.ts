import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Listens on 127.0.0.1; returns what closes the server and every connection, WebSockets too. */
export async function listenLocally(server: Server, port: number): Promise<() => Promise<void>> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of connections) socket.destroy()
    await closed
  }
}
