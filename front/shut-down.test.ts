import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { beginStopping } from '@/server/waking/stopping'
import { watchInFlight } from './in-flight'
import { closeServer } from './shut-down'

/** A server as the front server is while the process ends: it refuses what is new. */
async function listen() {
  let isStopping = false
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(isStopping ? 503 : 200, isStopping ? { connection: 'close' } : {}).end('answered')
  })
  const inFlight = watchInFlight(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const port = (server.address() as AddressInfo).port // it listens
  const ask = async () => {
    const asked = request({ agent, port, host: '127.0.0.1' }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage] // what the event carries
    return { status: answer.statusCode, body: await text(answer), isReused: asked.reusedSocket }
  }
  const stop = () => {
    isStopping = true
    beginStopping()
    return closeServer({ server, inFlight })
  }
  return { ask, stop, agent }
}

it('answers a proxy that sends on a connection it kept, and closes what nobody uses', async () => {
  const { ask, stop, agent } = await listen()
  expect(await ask()).toEqual({ status: 200, body: 'answered', isReused: false })
  const stopped = stop()
  expect(await ask()).toEqual({ status: 503, body: 'answered', isReused: true })
  await stopped
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
})
