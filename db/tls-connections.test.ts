import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, toDatabase } from './client'
import { isDatabaseUnavailable } from './connection-lost'
import { createPool } from './create-pool'
import { migrateDatabase } from './migrate'
import type { Pool } from './pool'
import { createReaders, readerOf } from './reader'
import { TESTING_CERTIFICATE } from './testing-certificate'
import { createTestingDatabase, TEST_SECRET } from './testing-database'
import { startProxy } from './testing-proxy'

const BUSINESS = '0193a000-0000-7000-8000-000000000001'
const ONE = sql`select 1 as one`
const OPTIONS = { statements: 2, transactions: 2, name: 'tls', provenForMs: 0 }

let database: Awaited<ReturnType<typeof createTestingDatabase>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let pool: Pool
let readers: ReturnType<typeof createReaders>

beforeAll(async () => {
  database = await createTestingDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  proxy = await startProxy(database.url, { isTls: true })
  pool = createPool(proxy.url, OPTIONS)
  readers = createReaders(proxy.url, { count: 1, name: 'tls' })
})
afterEach(async () => {
  proxy.close()
  await Promise.all([pool.end({ timeout: 0 }), readers.end()])
})

/** One statement over each kind of connection. */
const everyWay = () => [
  toDatabase(pool).execute(ONE),
  inTransaction(pool, '', (db) => db.execute(ONE).execute()),
  readerOf(readers, BUSINESS).execute(ONE),
]

/** Asks once over a new pool, at the address with these changes. */
async function askAt(base: string, change: { host?: string; sslmode: string }): Promise<unknown> {
  const url = new URL(base)
  if (change.host) url.hostname = change.host
  url.searchParams.set('sslmode', change.sslmode)
  const own = createPool(url.toString(), OPTIONS)
  try {
    return await toDatabase(own).execute(ONE)
  } finally {
    await own.end({ timeout: 0 })
  }
}

test.each(['refused', 'away', 'starting', 'closing'] as const)(
  'is refused as unavailable while Postgres is %s, and works at once when it is back',
  async (mode) => {
    await Promise.all(everyWay())
    if (mode === 'refused') await proxy.stopListening()
    else {
      proxy.set(mode)
      proxy.breakAll('reset')
    }
    for (let round = 0; round < 3; round++)
      for (const outcome of await Promise.allSettled(everyWay())) {
        expect(outcome.status).toBe('rejected')
        if (outcome.status === 'rejected')
          expect([outcome.reason, isDatabaseUnavailable(outcome.reason)]).toContain(true)
      }
    if (mode === 'refused') await proxy.listenAgain()
    else proxy.set('open')
    await Promise.all(everyWay())
  },
  60_000,
)

test('what is heard is heard again after each loss of the connection', async () => {
  const received: string[] = []
  let starts = 0
  const stop = await pool.listen(
    'tls',
    (text) => received.push(text),
    () => {
      starts += 1
    },
  )
  for (const round of [1, 2]) {
    await proxy.stopListening()
    await proxy.listenAgain()
    await expect.poll(() => starts, { timeout: 20_000 }).toBeGreaterThan(round)
    await pool.notify('tls', String(round))
    await expect.poll(() => received, { timeout: 20_000 }).toContain(String(round))
  }
  await stop()
})

test('the host is named as TLS begins: some services find the database by it', async () => {
  expect(await askAt(proxy.url, { host: 'localhost', sslmode: 'require' })).toEqual([{ one: 1 }])
  expect(proxy.serverNames).toContain('localhost')
})

test('a certificate that no authority signed is taken only where nobody asked to check it', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    expect(await askAt(proxy.url, { host, sslmode: 'require' })).toEqual([{ one: 1 }])
    await expect(askAt(proxy.url, { host, sslmode: 'verify-full' })).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
  }
})

test('a migration says at once what it has against a certificate', async () => {
  const url = new URL(proxy.url)
  url.searchParams.set('sslmode', 'verify-full')
  await expect(migrateDatabase(url.toString(), TEST_SECRET)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

test('a server without TLS gets no login, except where TLS was only preferred', async () => {
  for (const sslmode of ['require', 'verify-full'])
    await expect(askAt(database.url, { sslmode })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Postgres does not speak TLS') },
    })
  for (const sslmode of ['prefer', 'disable']) expect(await askAt(database.url, { sslmode })).toEqual([{ one: 1 }])
})

test('a connection that is given up while TLS begins does not stay open', async () => {
  const server = createServer((socket) => socket.on('error', () => {}))
  const own = createPool(await addressOf(server), OPTIONS)
  const connected: Promise<[Socket]> = once(server, 'connection') as Promise<[Socket]> // what the event carries
  const answer = toDatabase(own).execute(ONE).execute()
  answer.catch(() => {})
  const [socket] = await connected
  await once(socket, 'data')
  await own.end({ timeout: 0 })
  await expect(answer).rejects.toThrow()
  const closed = once(socket, 'close')
  socket.write('S')
  new TLSSocket(socket, { isServer: true, ...TESTING_CERTIFICATE }).on('error', () => {})
  await closed
  server.close()
})

async function addressOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens
  return `postgres://a:b@127.0.0.1:${port}/c?sslmode=require`
}

test('bytes that come before TLS are not read as if they came through it', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.write('Sforged')).on('error', () => {}))
  await expect(askAt(await addressOf(server), { sslmode: 'require' })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('before TLS') },
  })
  server.close()
})
