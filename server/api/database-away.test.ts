import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loginName } from '@/db/role-url'
import { TEST_SECRET } from '@/db/testing-database'
import { startProxy } from '@/db/testing-proxy'
import { createFrontServer } from '@/front/create-front-server'
import { workerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, newCaller } from '@/server/testing/callers'
import { createTenant } from '@/server/testing/create-tenant'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'

let proxy: Awaited<ReturnType<typeof startProxy>>
// Hooks of the end run backwards: the pools end through it.
afterAll(() => proxy.close())
const database = openDatabase()
let owner: postgres.Sql
let doors: Awaited<ReturnType<typeof openDoors>>
let machine: Caller
let person: PortalCaller
let projectId: string

beforeAll(async () => {
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

const NO_ROOM = ['53000', '53100', '53200', '53300', '53400', '57P01', '57P02', '57P03', '57P04', '57P05', '25006']

test.each(NO_ROOM)(
  'a write that Postgres cannot take now (%s) is unavailable and has written nothing',
  async (code) => {
    await failWrites(code)
    const key = randomUUID()
    const [door] = DOOR_NAMES
    const write = () =>
      doors.open[door].send({
        method: 'POST',
        path: '/v1/wallet/hd/generate',
        headers: { authorization: `Bearer ${machine.token}`, 'idempotency-key': key },
        body: { chainType: 'EVM' },
      })
    const create = { path: 'wallets.create', input: { projectId, chainType: 'EVM', count: 1, purpose: 'TEST' }, key }
    expect(await write()).toMatchObject({ status: 503, body: { code: 'unavailable', retryAfter: 2 } })
    expect(await mutatePortal(person, create)).toMatchObject({ status: 503 })
    await allowWrites()
    expect((await write()).status).toBe(201)
    expect((await mutatePortal(person, create)).status).toBe(200)
  },
)

test('a write that Postgres refuses for what it says is a fault of ours', async () => {
  await failWrites('22001')
  const create = { path: 'wallets.create', input: { projectId, chainType: 'EVM', count: 1, purpose: 'TEST' } }
  expect((await mutatePortal(person, { ...create, key: randomUUID() })).status).toBe(500)
})

/** Lets every insert of a wallet fail as Postgres would. */
async function failWrites(code: string): Promise<void> {
  await owner.unsafe(`create or replace function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$;
    create trigger refuse_write before insert on wallets for each row execute function refuse_write()`)
}
const allowWrites = () => owner.unsafe('drop trigger if exists refuse_write on wallets')
afterEach(allowWrites)

test('a statement that took longer than it may is unavailable too', async () => {
  for (const role of ['slipway_app', 'slipway_worker'] as const)
    await owner.unsafe(`alter role ${loginName(database.url, role, TEST_SECRET)} set statement_timeout = '100ms'`)
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
