import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { sendStream } from './answer-api'

type Stream = Parameters<typeof sendStream>[1]

/** Serves a stream; `ended` is what became of it on this side. */
async function serveStream(stream: Stream) {
  let settle: (outcome: unknown) => void = () => {}
  const ended = new Promise((resolve) => {
    settle = resolve
  })
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(200)
    void sendStream(outgoing, stream).then(() => settle('ended'), settle)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, ended, close }
}

test('text is sent as it is made, and a stream that ends ends the answer', async () => {
  const { url, ended, close } = await serveStream(async function* () {
    yield 'a'
    yield 'b'
  })
  expect(await (await fetch(url)).text()).toBe('ab')
  expect(await ended).toBe('ended')
  close()
})

test('the stream ends when its reader goes, also where the reader takes nothing', async () => {
  let isOver = false
  const { url, ended, close } = await serveStream(async function* (signal) {
    try {
      while (!signal.aborted) yield 'x'.repeat(65_536)
    } finally {
      isOver = true
    }
  })
  const reading = new AbortController()
  await fetch(url, { signal: reading.signal })
  reading.abort()
  expect(await ended).toBe('ended')
  expect(isOver).toBe(true)
  close()
})

test('a fault breaks the connection, since its status is sent, and is told', async () => {
  const fault = new Error('no')
  const { url, ended, close } = await serveStream(async function* () {
    yield 'a'
    throw fault
  })
  const response = await fetch(url)
  await expect(response.text()).rejects.toThrow()
  expect(await ended).toBe(fault)
  close()
})
