import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from '@/db/testing-proxy'
import { openDatabase } from '@/server/testing/open-database'
import { createFrontServer } from './create-front-server'

let proxy: Awaited<ReturnType<typeof startProxy>>
afterAll(() => proxy.close())
const database = openDatabase()
let server: Server
let baseUrl: string

beforeAll(async () => {
  proxy = await startProxy(database.url)
  process.env.DATABASE_URL = proxy.url
  server = createFrontServer({
    trustedProxies: [],
    isDevelopment: false,
    isHttps: false,
    handleJob: () => {},
    handleStatic: async () => false,
    handlePage: (_incoming, outgoing) => outgoing.writeHead(404).end(),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function ask(path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${baseUrl}${path}`)
  return { status: answer.status, body: await answer.json() }
}

const alive = { status: 200, body: { status: 'ok', pid: process.pid, eventLoopLagMs: expect.any(Number) } }
const databaseVerdict = async () => {
  const { status, body } = await ask('/readyz')
  expect(status).toBe(503)
  return body
}

test('a process is alive whatever Postgres does, and readiness names it', async () => {
  expect(await ask('/healthz')).toEqual(alive)
  expect(await databaseVerdict()).toMatchObject({ checks: { database: 'ok' } })
  // The connections stay open, and nothing comes back on them.
  proxy.silence()
  proxy.set('mute')
  await expect.poll(databaseVerdict).toMatchObject({ checks: { process: 'ok', database: 'unreachable' } })
  expect(await ask('/healthz')).toEqual(alive)
  proxy.set('away')
  await expect.poll(databaseVerdict).toMatchObject({ checks: { database: 'unreachable' } })
  expect(await ask('/healthz')).toEqual(alive)
  proxy.set('open')
  await expect.poll(databaseVerdict).toMatchObject({ checks: { database: 'ok' } })
})
