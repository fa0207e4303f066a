import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { startPostgres } from '@/dev/postgres'
import { findPostgresUser, folderForUser, makeOwnFolder } from '@/dev/postgres-user'
import { makeThrowawayFolder } from '@/dev/throwaway-folder'
import { type DatabaseMark, readDatabaseMark } from './database-mark'

test('a promoted replica has another mark at once, before its first checkpoint', async () => {
  const home = makeThrowawayFolder('slipway-replica-')
  const dataDir = join(home, 'data')
  const user = findPostgresUser(dataDir)
  if (user) makeOwnFolder(home, user)
  const options = { dataDir, logFile: join(home, 'log'), port: await findFreePort(), password: 'throw-away' }
  /** Runs Postgres on the same data. */
  const runWith = async <T>(work: (sql: postgres.Sql, mark: () => Promise<DatabaseMark | null>) => Promise<T>) => {
    const cluster = await startPostgres({ ...options, durable: false })
    const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
    try {
      return await work(sql, () => readDatabaseMark({ db: drizzle(sql) }))
    } finally {
      await sql.end()
      await cluster.stop()
    }
  }
  try {
    const before = await runWith(async (sql, mark) => {
      await sql`create table database_marks (id int)`
      const shown = await mark()
      await sql`create role guest login`
      await sql`grant usage on schema public to guest`
      await sql`revoke execute on function pg_control_system() from public`
      await sql`set role guest`
      // A host that hides the cluster's id.
      expect(await mark()).toEqual({ mark: shown?.place, place: shown?.place })
      return shown
    })
    expect(await runWith((_sql, mark) => mark())).toEqual(before)

    writeFileSync(join(folderForUser(dataDir, user), 'standby.signal'), '')
    await runWith(async (sql, mark) => {
      expect((await mark())?.place).not.toBe(before?.place)
      await sql`select pg_promote()`
      const promoted = await mark()
      expect([promoted?.mark, promoted?.place]).not.toContain(before?.mark)
      expect(promoted?.place).not.toBe(before?.place)
      expect(promoted?.place.split('/').slice(1)).toEqual(before?.place.split('/').slice(1))
    })
  } finally {
    rmSync(folderForUser(dataDir, user), { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
})
