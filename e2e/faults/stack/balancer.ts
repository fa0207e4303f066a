import { createServer, request } from 'node:http'

export type Balancer = { url: string; close: () => void }

/**
 * Spreads requests over the app processes that `ports` names at that moment, as the load balancer of a deployment does.
 */
export async function startBalancer(port: number, ports: () => readonly number[]): Promise<Balancer> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const alive = ports()
    const target = alive[turn++ % alive.length]
    if (target === undefined) return void incoming.destroy()
    const { method, url: path, headers } = incoming
    const passed = request({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    // A process that died answers nothing: neither does its balancer.
    passed.once('error', () => outgoing.destroy())
    outgoing.once('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
