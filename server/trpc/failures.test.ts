import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import superjson from 'superjson'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { createLogger } from '@/server/logger'
import { hashSessionToken } from '@/server/people/session-token'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, newCaller } from '@/server/testing/callers'
import { createTenant } from '@/server/testing/create-tenant'
import { openDoors } from '@/server/testing/doors'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import {
  callPortal,
  mutatePortal,
  newPortalCaller,
  type PortalAnswer,
  type PortalCaller,
} from '@/server/testing/portal-caller'
import { addWallets } from '@/server/wallets/add-wallets'

/** Failures of the database carry what the statement carried; none of it may reach a caller or the log. */
const CANARY = 'canary-7f3a91'

const lines: string[] = []
const database = openDatabase()
let admin: postgres.Sql
let doors: Awaited<ReturnType<typeof openDoors>>
let project: Awaited<ReturnType<typeof createTenant>>
let owner: PortalCaller
let machine: Caller

beforeAll(async () => {
  // First of all: every logger is this one.
  oncePerProcess('logger', () => createLogger('warn', { write: (line) => void lines.push(line) }))
  admin = postgres(database.url, { max: 1, onnotice: () => {} })
  doors = await openDoors()
  project = await createTenant()
  owner = await newPortalCaller({ businessId: project.businessId, role: 'owner' })
  machine = await newCaller()
})
afterAll(async () => {
  await doors.close()
  await admin.end()
})

/** Tables out of reach during one test. */
const hidden: string[] = []
async function hide(table: string): Promise<void> {
  await admin.unsafe(`alter table ${table} rename to ${table}_hidden`)
  hidden.push(table)
}
beforeEach(() => void lines.splice(0))
afterEach(async () => {
  for (const table of hidden.splice(0)) await admin.unsafe(`alter table ${table}_hidden rename to ${table}`)
})

function requestIdOf(answer: PortalAnswer): string {
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text).toContain(`"requestId":"${id}"`)
  return id ?? ''
}

function expectOneLine(requestId: string): void {
  expect(lines.filter((line) => line.includes(requestId))).toHaveLength(1)
  expect(lines.join()).toContain('Failed query: ')
}

test('a context that cannot be made says no SQL and no session, has a request id and is logged once', async () => {
  await hide('sessions')
  const answer = await callPortal(owner, { method: 'GET', path: 'people.getCurrent' })
  expect(answer.status).toBe(500)
  expect(answer.text).toContain(MESSAGES.internal)
  expect(answer.text).not.toMatch(/query|select|params/i)
  expectOneLine(requestIdOf(answer))
  for (const text of [answer.text, ...lines]) {
    expect(text).not.toContain(hashSessionToken(owner.sessionToken))
    expect(text).not.toContain(owner.sessionToken)
  }
})

test('the same for calls that come together', async () => {
  await hide('sessions')
  const answer = await callPortal(owner, {
    method: 'GET',
    path: 'people.getCurrent,people.listSessions?batch=1&input={}',
  })
  expect(answer.text).not.toMatch(/query|select|params/i)
  requestIdOf(answer)
})

test.each([
  ['a body that is no JSON', { method: 'POST', path: 'wallets.create', body: `{"json":${CANARY}}` }],
  ['an input that is no JSON', { method: 'GET', path: `wallets.list?input=${CANARY}` }],
  ['a batch that is no object', { method: 'GET', path: `wallets.list?batch=1&input="${CANARY}"` }],
])('%s is refused under a request id without quoting it', async (_name, call) => {
  const answer = await callPortal(owner, call)
  expect(answer.status).toBe(400)
  expect(answer.text + lines.join()).not.toContain(CANARY)
  requestIdOf(answer)
})

test.each(['application/x-www-form-urlencoded', 'text/plain'])(
  'a body of type %s is refused under a request id',
  async (type) => {
    const headers = { 'content-type': type }
    const answer = await callPortal(owner, { method: 'POST', path: 'wallets.create', body: CANARY, headers })
    expect(answer.status).toBe(415)
    expect(answer.text + lines.join()).not.toContain(CANARY)
    requestIdOf(answer)
  },
)

test('a procedure that fails tells neither the browser nor the log what it was given', async () => {
  await hide('wallets')
  const input = { projectId: project.projectId, chainType: 'EVM', count: 1, purpose: CANARY }
  const answer = await mutatePortal(owner, { path: 'wallets.create', input, key: randomUUID() })
  expect(answer.status).toBe(500)
  expectOneLine(requestIdOf(answer))
  expect(answer.text + lines.join()).not.toContain(CANARY)
})

test("a row of ours that does not fit what we read it as is our failure, not the caller's", async () => {
  await inTenantWithSeed(project, (ctx) => addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 }))
  const [wallet] = await admin`select id, address from wallets where business_id = ${project.businessId} limit 1`
  await admin`insert into lanes (business_id, chain_id, wallet_id, address)
    values (${project.businessId}, 84532, ${wallet?.id ?? ''}, ${wallet?.address ?? ''})`
  await admin.unsafe('alter table chains alter column name drop not null')
  const [chain] = await admin`select name from chains where chain_id = 84532`
  await admin`update chains set name = null where chain_id = 84532`
  const operator = await newPortalCaller({ platformRole: 'operator' })
  const input = encodeURIComponent(superjson.stringify({ page: 1 }))
  const answer = await callPortal(operator, { method: 'GET', path: `lanes.list?input=${input}` })
  await admin`update chains set name = ${chain?.name ?? ''} where chain_id = 84532`
  expect(answer.status).toBe(500)
  expect(answer.text).toContain(MESSAGES.internal)
  expect(answer.text).not.toMatch(/chainName|expected/i)
  const requestId = requestIdOf(answer)
  expect(lines.filter((line) => line.includes(requestId))).toHaveLength(1)
})

test("an input that does not fit is still the caller's, and is not logged", async () => {
  const input = encodeURIComponent(superjson.stringify({ projectId: project.projectId, walletId: 'none' }))
  const answer = await callPortal(owner, { method: 'GET', path: `wallets.get?input=${input}` })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('walletId: ')
  expect(lines).toEqual([])
})

test.each(['the front server', "Next's route handlers"] as const)('/v1 through %s', async (door) => {
  await hide('wallets')
  const answer = await doors.open[door].send({
    method: 'POST',
    path: '/v1/wallet/hd/generate',
    headers: { authorization: `Bearer ${machine.token}`, 'idempotency-key': randomUUID() },
    body: { chainType: 'EVM', purpose: CANARY },
  })
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('query')
  expectOneLine(answer.headers.get('x-request-id') ?? '')
  expect(answer.text + lines.join()).not.toContain(CANARY)
})

test('the token endpoint', async () => {
  await hide('api_keys')
  const answer = await doors.open['the front server'].send({
    method: 'POST',
    path: '/v1/oauth/token',
    body: { grant_type: 'client_credentials', client_secret: machine.apiKey },
  })
  expect(answer.status).toBe(500)
  expectOneLine(answer.headers.get('x-request-id') ?? '')
  expect(lines.join()).not.toContain(machine.apiKey)
  expect(lines.join()).not.toMatch(/[0-9a-f]{64}/)
})
