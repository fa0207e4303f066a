import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleName } from '@/db/role-url'
import { startProxy } from '@/db/testing-proxy'
import { createFrontServer } from '@/front/create-front-server'
import { workerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/errors'
import { type Caller, newCaller } from '@/server/testing/callers'
import { createTenant } from '@/server/testing/create-tenant'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { callPortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { testDatabase } from '@/server/testing/test-database'

let database: Awaited<ReturnType<typeof testDatabase>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let owner: postgres.Sql
let doors: Awaited<ReturnType<typeof openDoors>>
let machine: Caller
let person: PortalCaller
let projectId: string

beforeAll(async () => {
  database = await testDatabase()
  proxy = await startProxy(database.url)
  process.env.DATABASE_URL = proxy.url
  owner = postgres(database.url, { max: 2, onnotice: () => {} })
  doors = await openDoors()
  machine = await newCaller()
  const project = await createTenant()
  projectId = project.projectId
  person = await newPortalCaller({ businessId: project.businessId, role: 'owner' })
})
afterAll(async () => {
  await doors.close()
  await owner.end()
  await database.close()
  proxy.close()
})

const path = '/v1/wallet/hd'
const ask = (door: (typeof DOOR_NAMES)[number]) =>
  doors.open[door].send({ method: 'GET', path, headers: { authorization: `Bearer ${machine.token}` } })
const askPortal = () =>
  callPortal(person, {
    method: 'GET',
    path: `wallets.list?input=${encodeURIComponent(JSON.stringify({ json: { projectId, page: 1 } }))}`,
  })

async function expectUnavailable(): Promise<void> {
  for (const door of DOOR_NAMES) {
    const answer = await ask(door)
    expect([answer.status, answer.body]).toEqual([
      503,
      { status: false, message: MESSAGES.unavailable, code: 'unavailable', retryAfter: expect.any(Number) },
    ])
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  const portal = await askPortal()
  expect([portal.status, portal.text]).toEqual([503, expect.stringContaining(MESSAGES.unavailable)])
  expect(portal.text).toContain('"retryAfter":2')
  expect(portal.text).not.toContain('select')
}

test('while the database is away everybody is told to come back, and served when it is there again', async () => {
  expect((await ask('the front server')).status).toBe(200)
  expect((await askPortal()).status).toBe(200)
  await proxy.stopListening()
  await expectUnavailable()
  await proxy.listenAgain()
  expect((await ask('the front server')).status).toBe(200)
  expect((await askPortal()).status).toBe(200)
})

test('a statement that took longer than it may is unavailable too', async () => {
  for (const role of ['slipway_app', 'slipway_worker'] as const)
    await owner.unsafe(`alter role ${roleName(database.url, role)} set statement_timeout = '100ms'`)
  proxy.breakAll('end')
  await owner.begin(async (tx) => {
    await tx`lock table wallets in access exclusive mode`
    await expectUnavailable()
  })
})

test('a page that failed because of it is unavailable, and another failure stays one', async () => {
  const fails = async (isAway: boolean) => {
    const server = createFrontServer({
      trustedProxies: [],
      isDevelopment: false,
      isHttps: false,
      handleJob: () => {},
      handleStatic: async () => false,
      handlePage: async (_incoming, outgoing) => {
        if (isAway)
          await workerCtx()
            .db.execute('select 1')
            .catch(() => {})
        outgoing.statusCode = 500
        outgoing.end('a page')
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in`)
    server.close()
    server.closeAllConnections()
    return [answer.status, answer.headers.get('retry-after'), await answer.text()]
  }
  await proxy.stopListening()
  expect(await fails(true)).toEqual([503, '2', 'a page'])
  await proxy.listenAgain()
  expect(await fails(false)).toEqual([500, null, 'a page'])
})
