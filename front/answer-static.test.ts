import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressStatics } from '@/dev/compress-statics'
import { staticFiles } from './answer-static'

const SCRIPT = `console.log(${JSON.stringify('slipway '.repeat(200))})`
const PATH = '/_next/static/chunks/a.js'

let folder: string
let server: Server

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'statics-'))
  mkdirSync(join(folder, 'static', 'chunks'), { recursive: true })
  writeFileSync(join(folder, 'static', 'chunks', 'a.js'), SCRIPT)
  writeFileSync(join(folder, 'static', 'chunks', 'tiny.js'), '1')
  writeFileSync(join(folder, 'static', 'font.woff2'), Buffer.alloc(4_000, 1))
  writeFileSync(join(folder, 'secret.js'), 'secret')
  await compressStatics(folder, 'small')
  const answer = staticFiles(folder)
  server = createServer(async (incoming, outgoing) => {
    const isAnswered = await answer(incoming, outgoing, incoming.url ?? '/')
    if (!isAnswered) outgoing.writeHead(404).end('left to Next')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const [answer] = await once(request({ port, path, headers, method, agent: false }).end(), 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('answers a script as the build compressed it with %s', async (encoding, decompress) => {
  const { status, headers, body } = await ask(PATH, { 'accept-encoding': encoding })
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    'content-encoding': encoding,
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(decompress(body).toString()).toBe(SCRIPT)
  expect(body.length).toBeLessThan(SCRIPT.length / 5)
})

test('answers whoever takes no compression with the file itself, and says that this varies', async () => {
  const { headers, body } = await ask(PATH, { 'accept-encoding': 'identity' })
  expect(body.toString()).toBe(SCRIPT)
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding'])
})

test('gives each form its own strong tag and answers 304 to whoever has it', async () => {
  const plain = await ask(PATH)
  const small = await ask(PATH, { 'accept-encoding': 'br' })
  expect(plain.headers.etag).toMatch(/^"[\w-]+"$/)
  expect(small.headers.etag).not.toBe(plain.headers.etag)
  const again = await ask(PATH, { 'accept-encoding': 'br', 'if-none-match': `W/"other", ${small.headers.etag}` })
  expect({ status: again.status, length: again.body.length, vary: again.headers.vary }).toEqual({
    status: 304,
    length: 0,
    vary: 'Accept-Encoding',
  })
  expect((await ask(PATH, { 'accept-encoding': 'gzip', 'if-none-match': String(small.headers.etag) })).status).toBe(200)
})

test('answers HEAD with the headers of GET and no body', async () => {
  const { headers, body } = await ask(PATH, { 'accept-encoding': 'br' }, 'HEAD')
  expect(body.length).toBe(0)
  expect(headers['content-length']).toBe((await ask(PATH, { 'accept-encoding': 'br' })).headers['content-length'])
})

test('leaves fonts and what is tiny as they are', async () => {
  for (const path of ['/_next/static/font.woff2', '/_next/static/chunks/tiny.js']) {
    const { status, headers } = await ask(path, { 'accept-encoding': 'br, gzip' })
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, undefined])
  }
})

test.each([
  '/_next/static/../secret.js',
  '/_next/static/%2e%2e/secret.js',
  '/_next/static/chunks/a.js.br',
  '/_next/static/missing.js',
  '/secret.js',
  '/static-index.json',
])('leaves %s to Next', async (path) => {
  expect((await ask(path)).status).toBe(404)
  expect((await ask(PATH, {}, 'POST')).status).toBe(404)
})
