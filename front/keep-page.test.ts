import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compressPages } from './compress-pages'
import { keepPage } from './keep-page'

const TEXT = 'an operation of the reference. '.repeat(100)
type Answer = { status: number; headers: Record<string, string> }
let rendered = 0
let next: Answer
let port: number
let close: () => void

beforeEach(async () => {
  rendered = 0
  next = { status: 200, headers: {} }
  const page = keepPage('/docs', () => 'session')
  const server = createServer(async (incoming, outgoing) => {
    if (await page.answerKept(incoming, outgoing)) return
    rendered += 1
    outgoing.setHeader('content-security-policy', `script-src 'nonce-${rendered}'`)
    compressPages(incoming, outgoing)
    page.keep(incoming, outgoing)
    outgoing.writeHead(next.status, { 'content-type': 'text/html', 'cache-control': 'no-store', ...next.headers })
    outgoing.write(TEXT)
    outgoing.end(`nonce-${rendered}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port // it listens
  close = () => server.close().closeAllConnections()
})
afterEach(() => close())

async function ask(headers: IncomingHttpHeaders = {}, { path = '/docs', method = 'GET' } = {}) {
  const asked = request({ port, path, method, headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage] // what the event carries
  const bytes = await buffer(answer)
  const isSmall = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0
  return { status: answer.statusCode, headers: answer.headers, text: String(isSmall ? gunzipSync(bytes) : bytes) }
}

/** The page is kept a moment after its first answer has ended. */
async function whenKept(): Promise<void> {
  await vi.waitUntil(async () => (await ask()).headers.etag !== undefined)
  rendered = 0
}

test('is rendered once for strangers, with the policy its nonce belongs to', async () => {
  const first = await ask({ 'accept-encoding': 'gzip' })
  await whenKept()
  const later = [await ask({ 'accept-encoding': 'gzip' }), await ask({ cookie: 'theme=dark; other-session=1' })]
  for (const { status, headers, text } of later) {
    expect({ status, text }).toEqual({ status: 200, text: first.text })
    expect(headers).toMatchObject({
      'content-security-policy': first.headers['content-security-policy'],
      'content-type': 'text/html',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
    })
  }
  expect(later.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', undefined])
  expect(rendered).toBe(0)
})

test('is not sent again to who has it, nor in answer to HEAD', async () => {
  await whenKept()
  for (const coding of ['gzip', 'identity']) {
    const { etag } = (await ask({ 'accept-encoding': coding })).headers
    const again = await ask({ 'accept-encoding': coding, 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
    expect(again.headers['content-security-policy']).toBe("script-src 'nonce-1'")
  }
  expect(await ask({ 'if-none-match': '"another"' })).toMatchObject({ status: 200 })
  expect(await ask({}, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  expect(rendered).toBe(0)
})

test.each([
  ['who is signed in', { cookie: 'theme=dark; session=abc' }, {}],
  ['the page itself, which asks for parts', { rsc: '1' }, {}],
  ['an action', { 'next-action': 'x' }, { method: 'POST' }],
  ['an address with a query', {}, { path: '/docs?a=1' }],
  ['another page', {}, { path: '/docs/runbooks' }],
])('%s is answered apart, and that answer is not kept', async (_, headers, target) => {
  for (const _turn of [1, 2]) await ask(headers, target)
  expect(rendered).toBe(2)
  await whenKept()
  await ask(headers, target)
  expect(rendered).toBe(1)
})

test.each([
  ['an error', { status: 503, headers: {} }],
  ['what sets a cookie', { status: 200, headers: { 'set-cookie': 'a=b' } }],
])('%s is not kept', async (_, answer) => {
  next = answer
  for (const _turn of [1, 2, 3]) await ask()
  expect(rendered).toBe(3)
})
