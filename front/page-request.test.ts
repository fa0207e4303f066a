import { once } from 'node:events'
import { request, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFrontServer } from './create-front-server'

let server: Server
let port = 0

beforeAll(async () => {
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: () => {},
    handleStatic: async () => false,
    handlePage: ({ headers }, outgoing) => outgoing.end(JSON.stringify(headers)),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const [answer] = await once(
    request({ port, host: '127.0.0.1', method, path, headers, agent: false }).end(),
    'response',
  )
  return answer
}

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'a page is not asked by %s: Next would look for a server action, or fail',
  async (method) => {
    const answer = await send(method, '/sign-in', { 'next-action': 'x' })
    answer.resume()
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  },
)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test.each([
  ['/sign-in?next=%2Fwallets', 303],
  ['//elsewhere.example/sign-in', 405],
  ['/\\elsewhere.example', 405],
])('a form sent to %s before the script is there gets %i', async (path, status) => {
  const answer = await send('POST', path, FORM)
  answer.resume()
  expect(answer.statusCode).toBe(status)
  expect(answer.headers.location).toBe(status === 303 ? path : undefined)
})

test('a route takes calls', async () => {
  const answer = await send('POST', '/api/auth/signout')
  answer.resume()
  expect(answer.statusCode).toBe(200)
  const refused = await send('TRACE', '/api/auth/signout')
  refused.resume()
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test.each([
  ['%00', false],
  ['%5B%22', false],
  ['x'.repeat(9_000), false],
  [encodeURIComponent('["",{"children":["sign-in",{"children":["__PAGE__",{}]}]}]'), true],
])('a router state of %s reaches Next only where it can be read', async (state, isKept) => {
  const seen = await json(await send('GET', '/nowhere', { rsc: '1', 'next-router-state-tree': state }))
  expect(seen).toMatchObject({ rsc: '1' })
  expect('next-router-state-tree' in Object(seen)).toBe(isKept)
})
