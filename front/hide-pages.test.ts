import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hidePages } from './hide-pages'

const handle = hidePages({
  handlePage: (incoming, outgoing) => outgoing.end(`page ${incoming.url}`),
  isHidden: async (path) => path === '/status',
})
const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
let baseUrl: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => server.close())

test('says that a hidden page is not found, without any script', async () => {
  for (const path of ['/status', '/status?x=1']) {
    const answer = await fetch(baseUrl + path)
    expect(answer.status).toBe(404)
    const html = await answer.text()
    expect(html).toContain('<h1>Page not found</h1>')
    expect(html).not.toContain('<script')
  }
  const head = await fetch(`${baseUrl}/status`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([404, ''])
})

test('leaves other pages, and what the router of the portal asks for, to Next', async () => {
  expect(await (await fetch(`${baseUrl}/status/more`)).text()).toBe('page /status/more')
  expect(await (await fetch(`${baseUrl}/status?_rsc=1`, { headers: { rsc: '1' } })).text()).toBe('page /status?_rsc=1')
})
