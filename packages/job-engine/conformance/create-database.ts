import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'

const MAX_TRIES = 100
const TRY_EVERY_MS = 50

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A new database in the cluster of TEST_DATABASE_URL. */
export async function createDatabase(): Promise<TestDatabase> {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster) throw new Error('TEST_DATABASE_URL names no Postgres cluster')
  const name = `engine_${randomBytes(6).toString('hex')}`
  const admin = postgres(cluster, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    async drop() {
      await untilLeft(admin, name)
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A client that is about to end would be disconnected, without reporting it: vitest counts that as a fault. */
async function untilLeft(admin: postgres.Sql, name: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [row] = await admin`select count(*)::int as count from pg_stat_activity where datname = ${name}`
    if (row?.count === 0) return
    await wait(TRY_EVERY_MS)
  }
}
