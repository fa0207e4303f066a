import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { makeGuardedAgent } from '@/server/egress/guarded-agent'
import { testEnvironment } from '@/server/testing/test-database'
import { postWebhook } from './post-webhook'

for (const [name, value] of Object.entries(testEnvironment('postgres://nowhere/none'))) vi.stubEnv(name, value)

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/hook`
}

const post = (url: string, options: Parameters<typeof postWebhook>[1] = {}) =>
  postWebhook({ url, headers: { 'webhook-id': 'm1' }, body: '{"a":1}' }, options)

it('sends the headers and exactly the body it was given', async () => {
  const seen: { method?: string; headers: IncomingMessage['headers']; body: string }[] = []
  const url = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method, headers: request.headers, body })
      response.end('thanks')
    })
  })
  const result = await post(url)
  expect(result).toMatchObject({ httpStatus: 200, error: null, responseExcerpt: 'thanks' })
  expect(result.latencyMs).toBeGreaterThanOrEqual(0)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: { 'webhook-id': 'm1', 'content-type': 'application/json', 'user-agent': 'Slipway-Webhooks/1' },
  })
})

it('does not follow a redirect', async () => {
  let visits = 0
  const elsewhere = await listen((_request, response) => {
    visits += 1
    response.end()
  })
  const url = await listen((_request, response) => response.writeHead(307, { location: elsewhere }).end())
  expect(await post(url)).toMatchObject({ httpStatus: 307, error: 'The destination returned 307' })
  expect(visits).toBe(0)
})

it('keeps 1 KiB of a reply, without the bytes Postgres cannot hold', async () => {
  const url = await listen((_request, response) => response.writeHead(500).end(`\0bad\0${'é'.repeat(4_000)}`))
  const result = await post(url)
  expect(result.httpStatus).toBe(500)
  expect(result.responseExcerpt).toMatch(/^badé+/)
  expect(Buffer.byteLength(result.responseExcerpt ?? '')).toBeLessThanOrEqual(1_024)
})

it('counts a 2xx as delivered though its body is far too large, and reads no more than 64 KiB of it', async () => {
  let written = 0
  let closed = false
  const url = await listen((_request, response) => {
    response.on('close', () => {
      closed = true
    })
    const chunk = Buffer.alloc(16 * 1_024, 'x')
    const pump = () => {
      while (!closed && written < 64 * 1_024 * 1_024) {
        written += chunk.length
        if (!response.write(chunk)) {
          response.once('drain', pump)
          return
        }
      }
    }
    pump()
  })
  const result = await post(url)
  expect(result).toMatchObject({ httpStatus: 200, error: null, responseExcerpt: 'x'.repeat(1_024) })
  await vi.waitFor(() => expect(closed).toBe(true), 60_000)
  // Data in the sockets' own buffers is not read.
  expect(written).toBeLessThan(16 * 1_024 * 1_024)
})

it('gives up on a receiver that never answers', async () => {
  const url = await listen(() => {})
  const result = await post(url, { timeoutMs: 120 })
  expect(result).toMatchObject({ httpStatus: null, error: 'No answer in time' })
  expect(result.latencyMs).toBeLessThan(9_000)
})

it('judges by the status when the body never ends', async () => {
  const url = await listen((_request, response) => response.writeHead(202).write('started'))
  expect(await post(url, { timeoutMs: 2_000 })).toMatchObject({
    httpStatus: 202,
    error: null,
    responseExcerpt: 'started',
  })
})

it('tells a refused connection from a silent one', async () => {
  const url = await listen(() => {})
  const [server] = servers.splice(0)
  await new Promise((resolve) => server?.close(resolve))
  expect(await post(url)).toMatchObject({ httpStatus: null, error: 'The connection failed (ECONNREFUSED)' })
})

it('hands back Retry-After', async () => {
  const url = await listen((_request, response) => response.writeHead(429, { 'retry-after': '7' }).end())
  expect(await post(url)).toMatchObject({ httpStatus: 429, retryAfter: '7' })
})

it('asks the resolver anew for each new connection and never holds one longer than its own few seconds', async () => {
  const url = await listen((_request, response) =>
    response.writeHead(200, { connection: 'close', 'keep-alive': 'timeout=600' }).end(),
  )
  const asked: string[] = []
  const agent = makeGuardedAgent(async (hostname) => {
    asked.push(hostname)
    return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
  })
  const named = url.replace('127.0.0.1', 'localhost')
  expect(await post(named, { agent })).toMatchObject({ httpStatus: 200 })
  expect(await post(named, { agent })).toMatchObject({ error: expect.stringMatching(/^Refused: /) })
  expect(asked).toEqual(['localhost', 'localhost'])
  await agent.destroy()
})

it('lets many deliveries to one host go at once: a silent one does not hold up the next', async () => {
  const silent: ServerResponse[] = []
  const url = await listen((request, response) => {
    if (request.url === '/silent') return void silent.push(response)
    response.end()
    // Only the next delivery ends their silence.
    for (const one of silent) one.end()
  })
  const held = Array.from({ length: 40 }, () => post(url.replace('/hook', '/silent'), { timeoutMs: 60_000 }))
  await expect.poll(() => silent.length).toBe(40)
  expect(await post(url)).toMatchObject({ httpStatus: 200 })
  expect(await Promise.all(held)).toMatchObject(Array.from({ length: 40 }, () => ({ httpStatus: 200 })))
})

it('says that TLS failed, and sends nothing', async () => {
  let visits = 0
  const url = await listen(() => {
    visits += 1
  })
  const result = await post(url.replace('http:', 'https:'))
  expect(result).toMatchObject({ httpStatus: null, error: expect.stringMatching(/^The connection failed \(ERR_SSL_/) })
  expect(visits).toBe(0)
})
