import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { BrotliCompress, brotliDecompressSync, createBrotliDecompress, createGunzip, Gzip, gunzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { compressPages } from './compress-pages'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const TEXT = 'a page that says the same again and again. '.repeat(100)
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

async function serve(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    compressPages(incoming, outgoing)
    answer(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port // it listens
}

async function ask(port: number, accepted = 'gzip', method = 'GET', path = '/') {
  const asked = request({ port, host: '127.0.0.1', method, path, headers: { 'accept-encoding': accepted } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage] // what the event carries
  return answer
}

it.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('compresses a page in %s, in one piece or many', async (encoding, decompress) => {
  const port = await serve((_, outgoing) => {
    outgoing.writeHead(200, { ...HTML, 'content-length': Buffer.byteLength(TEXT) })
    outgoing.write(TEXT.slice(0, 1_000))
    outgoing.end(TEXT.slice(1_000))
  })
  const answer = await ask(port, encoding)
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  expect(answer.headers).not.toHaveProperty('content-length')
  expect(decompress(await buffer(answer)).toString()).toBe(TEXT)
})

it('prefers brotli for pages, and gzip for what is no page', async () => {
  const port = await serve(({ url }, outgoing) => {
    outgoing.writeHead(200, url === '/page' ? HTML : { 'content-type': 'application/json' }).end(TEXT)
  })
  const encodings = await Promise.all(
    ['/page', '/data'].map(
      async (path) => (await ask(port, 'gzip, deflate, br', 'GET', path)).headers['content-encoding'],
    ),
  )
  expect(encodings).toEqual(['br', 'gzip'])
})

it.each([
  ['what the client does not take', 'identity', 'GET', HTML],
  ['the answer to HEAD', 'gzip', 'HEAD', HTML],
  ['what is compressed', 'gzip', 'GET', { 'content-type': 'image/png' }],
  ['events', 'gzip', 'GET', { 'content-type': 'text/event-stream' }],
  ['what is encoded', 'gzip', 'GET', { ...HTML, 'content-encoding': 'br' }],
  ['what is short', 'gzip', 'GET', { ...HTML, 'content-length': '5' }],
])('leaves %s alone', async (_, accepted, method, headers: Record<string, string>) => {
  const text = headers['content-length'] ? 'short' : TEXT
  const port = await serve((_, outgoing) => void outgoing.writeHead(200, headers).end(text))
  const answer = await ask(port, accepted, method)
  expect(answer.headers['content-encoding']).toBe(headers['content-encoding'])
  expect((await buffer(answer)).toString()).toBe(method === 'HEAD' ? '' : text)
})

it.each([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
] as const)('passes on what was written as soon as it is flushed: %s', async (encoding, decompressor) => {
  let end = () => {}
  const port = await serve((_, outgoing) => {
    outgoing.writeHead(200, HTML)
    outgoing.write('the start')
    ;(outgoing as ServerResponse & { flush: () => void }).flush() // as Next asks
    end = () => void outgoing.end()
  })
  const answer = await ask(port, encoding)
  const [first] = (await once(answer.pipe(decompressor()), 'data')) as [Buffer] // what the event carries
  expect(first.toString()).toBe('the start')
  end()
  await once(answer.resume(), 'end')
})

it.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('says when the client takes more, and loses nothing to a slow one: %s', async (encoding, decompress) => {
  const chunk = Buffer.alloc(256 * 1024, 7)
  const port = await serve((_, outgoing) => {
    outgoing.writeHead(200, HTML)
    let left = 200
    const write = () => {
      while (left > 0) if (left-- > 0 && !outgoing.write(chunk)) return void outgoing.once('drain', write)
      outgoing.end()
    }
    write()
  })
  const answer = await ask(port, encoding)
  expect(decompress(await buffer(answer)).length).toBe(200 * chunk.length)
})

it.each([
  ['gzip', Gzip],
  ['br', BrotliCompress],
] as const)('frees the compressor of a client that leaves: %s', async (encoding, { prototype }) => {
  const destroyed = vi.spyOn(prototype, '_destroy')
  const port = await serve((_, outgoing) => {
    outgoing.writeHead(200, HTML)
    outgoing.write(TEXT)
    ;(outgoing as ServerResponse & { flush: () => void }).flush() // as Next asks
  })
  const answer = await ask(port, encoding)
  await once(answer, 'data')
  answer.destroy()
  await vi.waitFor(() => expect(destroyed).toHaveBeenCalled())
})
