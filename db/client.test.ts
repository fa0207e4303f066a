import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool, databaseOf, inTransaction, type Pool } from './client'
import { testDatabase } from './testing'

let database: Awaited<ReturnType<typeof testDatabase>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let pool: Pool

beforeAll(async () => {
  database = await testDatabase()
  const owner = createPool(database.url, { max: 1, name: 'owner' })
  await databaseOf(owner).execute(sql`create table probe (id int primary key)`)
  await owner.end()
})
afterAll(() => database.close())

beforeEach(async () => {
  proxy = await startProxy(database.url)
  pool = createPool(proxy.url, { max: 3, name: 'probe' })
})
afterEach(async () => {
  await pool.end({ timeout: 1 })
  proxy.close()
})

/** Stands between the pool and Postgres, to break connections the two ways a killed server does. */
async function startProxy(url: string) {
  const target = new URL(url)
  const { port, hostname } = target
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((incoming) => {
    if (!isOpen) return void incoming.resetAndDestroy()
    const outgoing = connect(Number(port), hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing)
    outgoing.pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  target.port = String(typeof address === 'object' && address ? address.port : 0)
  const breakAll = (how: 'reset' | 'end') => {
    for (const socket of sockets) how === 'reset' ? socket.resetAndDestroy() : socket.end()
    sockets.clear()
  }
  return {
    url: target.toString(),
    breakAll,
    takeAway: () => {
      isOpen = false
      breakAll('reset')
    },
    bringBack: () => {
      isOpen = true
    },
    close: () => {
      breakAll('reset')
      server.close()
    },
  }
}

async function rows(): Promise<number[]> {
  const found = await databaseOf(pool).execute<{ id: number }>(sql`select id from probe order by id`)
  return found.map(({ id }) => id)
}

const eventually = { timeout: 5_000, interval: 50 }

for (const how of ['reset', 'end'] as const) {
  test(`a connection lost by ${how} ends its transaction, and nothing of it happens later`, async () => {
    const id = how === 'reset' ? 1 : 2
    const late: unknown[] = []
    const broken = inTransaction(pool, '', async (db) => {
      await db.execute(sql`insert into probe values (${id})`)
      const slow = db.execute(sql`select pg_sleep(5)`)
      const queued = db.execute(sql`insert into probe values (${id + 100})`)
      slow.catch(() => {})
      queued.catch(() => {})
      setTimeout(() => proxy.breakAll(how), 50)
      await slow.catch((error: unknown) => late.push(error))
      // What runs on after the loss must not land on another connection, outside of the transaction.
      await db.execute(sql`insert into probe values (${id + 200})`)
    })
    await expect(broken).rejects.toMatchObject({ code: expect.stringMatching(/^(CONNECTION_|ECONN|EPIPE)/) })
    await expect.poll(rows, eventually).toEqual([])
    expect(late.length).toBeLessThanOrEqual(1)
  })
}

test('as many transactions at once as there are connections, and more, outlive an outage', async () => {
  const insert = (id: number) =>
    inTransaction(pool, '', (db) => db.execute(sql`insert into probe values (${id}) on conflict do nothing`))
  proxy.takeAway()
  const during = await Promise.allSettled(Array.from({ length: 12 }, (_, id) => insert(1_000 + id)))
  expect(during.map(({ status }) => status)).toEqual(Array(12).fill('rejected'))
  proxy.bringBack()
  const ids = Array.from({ length: 12 }, (_, place) => 2_000 + place)
  for (const id of ids)
    await expect
      .poll(
        () =>
          insert(id).then(
            () => true,
            () => false,
          ),
        eventually,
      )
      .toBe(true)
  expect(await rows()).toEqual(ids)
})

test('answers never reach another statement after connections broke under load', async () => {
  const ask = async (number: number) => {
    const [row] = await databaseOf(pool).execute<{ number: number }>(sql`select ${number}::int as number`)
    return row?.number
  }
  let asked = 0
  const mixedUp: unknown[] = []
  const lanes = Array.from({ length: 30 }, async () => {
    for (let times = 0; times < 60; times++) {
      const number = asked++
      const answer = await ask(number).catch(() => number)
      if (answer !== number) mixedUp.push({ number, answer })
    }
  })
  const breaking = setInterval(() => proxy.breakAll(Math.random() < 0.5 ? 'reset' : 'end'), 40)
  await Promise.all(lanes).finally(() => clearInterval(breaking))
  expect(mixedUp).toEqual([])
})
