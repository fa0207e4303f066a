import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect, it } from 'vitest'
import { resetProcessState } from '@/db/once-per-process'
import { beginStopping } from '@/server/waking/stopping'
import { watchInFlight } from './in-flight'
import { closeServer } from './shut-down'

beforeEach(resetProcessState)

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
  const stop = (lingerMs?: number) => {
    isStopping = true
    beginStopping()
    return closeServer({ server, inFlight, lingerMs })
  }
  return { ask, stop, agent, port }
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

it('answers a proxy that comes back late to a connection it kept', async () => {
  const { ask, stop, agent } = await listen()
  await ask()
  const stopped = stop()
  await wait(1_500)
  expect(await ask()).toEqual({ status: 503, body: 'answered', isReused: true })
  await stopped
  agent.destroy()
})

it('ends at once when no connection is kept', async () => {
  const { stop } = await listen()
  await stop(2 ** 30)
})

/** Asks twice on one connection; the second time once `sent` is waited for, and notes there that the kernel has it. */
const PROXY = `
  const { workerData: { port, sent }, parentPort } = require('node:worker_threads')
  const socket = require('node:net').connect(port, '127.0.0.1')
  const send = (written) => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', written)
  let received = ''
  socket.on('data', (data) => {
    received += data
    if (received.includes('answered')) parentPort.postMessage('answered')
  })
  socket.on('close', () => parentPort.postMessage(received))
  socket.on('error', (error) => { received += error.code })
  parentPort.on('message', () => send(() => { Atomics.store(sent, 0, 1); Atomics.notify(sent, 0) }))
  send()
`

it('answers what reached a busy process before it closes the connection', async () => {
  const { stop, agent, port } = await listen()
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const proxy = new Worker(PROXY, { eval: true, workerData: { port, sent } })
  expect(await once(proxy, 'message')).toEqual(['answered'])
  const closed = new Promise<string>((resolve) =>
    proxy.on('message', (message) => {
      if (message !== 'answered') resolve(message)
    }),
  )
  const stopped = stop(500)
  const lingers = performance.now() + 600
  proxy.postMessage('send')
  expect(Atomics.wait(sent, 0, 0, 60_000)).not.toBe('timed-out')
  // The process does nothing else until the time for such requests is over.
  while (performance.now() < lingers);
  await stopped
  expect(await closed).toMatch(/ 200 .* 503 /s)
  await proxy.terminate()
  agent.destroy()
})
