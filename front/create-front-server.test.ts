import { once } from 'node:events'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { ProxyHeader } from '@/server/client-address'
import { createFrontServer } from './create-front-server'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A front server whose pages answer with the headers they were given. */
async function pageHeaders(
  options: { trustedProxies?: string[]; proxyHeader?: ProxyHeader; isHttps?: boolean },
  sent: Record<string, string>,
): Promise<{ seen: IncomingHttpHeaders; answered: Headers }> {
  server = createFrontServer({
    trustedProxies: options.trustedProxies ?? [],
    proxyHeader: options.proxyHeader,
    isDevelopment: false,
    isHttps: options.isHttps ?? false,
    handleJob: () => {},
    handleStatic: async () => false,
    handlePage: (incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer = await fetch(`http://127.0.0.1:${port}/sign-in`, { headers: sent })
  return { seen: await answer.json(), answered: answer.headers }
}

test('overwrites a client address that a client claims for itself', async () => {
  const forged = { 'x-slipway-client-ip': '203.0.113.9', 'x-forwarded-for': '203.0.113.9' }
  expect((await pageHeaders({}, forged)).seen['x-slipway-client-ip']).toBe('127.0.0.1')
})

test('takes the word of a trusted proxy', async () => {
  const { seen } = await pageHeaders({ trustedProxies: ['127.0.0.0/8'] }, { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' })
  expect(seen['x-slipway-client-ip']).toBe('203.0.113.9')
})

test('reads the header that the proxies write, and never the other', async () => {
  const sent = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for="[2001:db8::7]:443";proto=https' }
  const options = { trustedProxies: ['127.0.0.1'], proxyHeader: 'forwarded' as const }
  expect((await pageHeaders(options, sent)).seen['x-slipway-client-ip']).toBe('2001:db8::7')
  expect((await pageHeaders({ trustedProxies: ['127.0.0.1'] }, sent)).seen['x-slipway-client-ip']).toBe('198.51.100.1')
})

test('gives each page a nonce of its own and no other inline script a chance', async () => {
  const forged = { 'x-nonce': 'guess', 'content-security-policy': "script-src 'nonce-guess'" }
  const { seen, answered } = await pageHeaders({}, forged)
  const policy = answered.get('content-security-policy') ?? ''
  expect(policy).toBe(seen['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'nonce-${seen['x-nonce']}';`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('guess')
  expect(policy).not.toContain('unsafe-eval')
  const next = await pageHeaders({}, {})
  expect(next.seen['x-nonce']).not.toBe(seen['x-nonce'])
})

test('asks browsers to stay on https only where the service is on https', async () => {
  expect((await pageHeaders({}, {})).answered.get('strict-transport-security')).toBeNull()
  expect((await pageHeaders({ isHttps: true }, {})).answered.get('strict-transport-security')).toContain('max-age')
})

/** The answer of a front server to a target; its pages answer with the path they were asked for. */
async function answerTo(target: string): Promise<{ status: number | undefined; body: string }> {
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: () => {},
    handleStatic: async () => false,
    handlePage: (incoming, outgoing) => outgoing.end(incoming.url),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const [answer] = await once(request({ port, path: target, agent: false }).end(), 'response')
  return { status: answer.statusCode, body: await text(answer) }
}

test.each([
  ['/sign-in?next=%2F', '/sign-in?next=%2F'],
  ['http://evil.test/sign-in?a=b', '/sign-in?a=b'],
  ['HTTPS://evil.test', '/'],
  ['http://user:secret@evil.test:81//x', '//x'],
])('hands %s to the pages as %s', async (target, path) => {
  expect(await answerTo(target)).toEqual({ status: 200, body: path })
})

test.each(['*', 'ftp://evil.test/x', 'http://', 'ftp://', '/projects/%zz', '/a%00b', '/%ff'])(
  'refuses the target %s',
  async (target) => {
    expect(await answerTo(target)).toEqual({ status: 400, body: 'This address cannot be read.\n' })
  },
)
