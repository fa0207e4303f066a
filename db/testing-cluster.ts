import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { z } from 'zod'
import { findFreePort } from '@/dev/free-port'
import { startPostgres } from '@/dev/postgres'
import { findPostgresUser, folderForUser, makeOwnFolder } from '@/dev/postgres-user'
import { makeThrowawayFolder } from '@/dev/throwaway-folder'

const MIGRATIONS = join(process.cwd(), 'db', 'migrations')
const journalFile = z.object({ entries: z.array(z.object({ tag: z.string() })) })

export type TestingCluster = Awaited<ReturnType<typeof startTestingCluster>>

/**
 * A cluster of a test's own: its log can be read, and its owner of databases is no superuser, as at every hosted
 * Postgres.
 */
export async function startTestingCluster() {
  const home = makeThrowawayFolder('slipway-migrate-')
  const dataDir = join(home, 'data')
  const logFile = join(home, 'log')
  const user = findPostgresUser(dataDir)
  if (user) makeOwnFolder(home, user)
  const port = await findFreePort()
  const cluster = await startPostgres({ dataDir, logFile, port, password: 'throw-away', durable: false })
  await run(cluster.url, "create role landlord login createrole createdb password 'throw-away'")
  await run(cluster.url, "alter system set log_statement = 'all'")
  await run(cluster.url, 'select pg_reload_conf()')
  return {
    url: cluster.url,
    logFile,
    /** A new database of the landlord's; answers the landlord's address of it. */
    async newDatabase(name: string): Promise<string> {
      const url = new URL(cluster.url)
      url.username = 'landlord'
      url.pathname = '/postgres'
      await run(url.toString(), `create database ${name}`)
      url.pathname = `/${name}`
      return url.toString()
    },
    /** Past every key, trigger and policy. */
    async asSuperuser(url: string, statement: string): Promise<void> {
      const own = new URL(cluster.url)
      own.pathname = new URL(url).pathname
      await run(own.toString(), `set session_replication_role = replica; ${statement}`)
    },
    /** The database as the first migrations left it. */
    async migrateTo(url: string, count: number): Promise<void> {
      const folder = join(home, `migrations-${count}`)
      mkdirSync(join(folder, 'meta'), { recursive: true })
      const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
      const entries: { tag: string }[] = journal.entries.slice(0, count)
      for (const { tag } of entries) copyFileSync(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
      writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
      const sql = postgres(url, { max: 1, onnotice: () => {} })
      await migrate(drizzle(sql), { migrationsFolder: folder })
      await sql.end()
    },
    async stop(): Promise<void> {
      await cluster.stop()
      rmSync(folderForUser(dataDir, findPostgresUser(dataDir)), { recursive: true, force: true })
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** How many migrations came before this one. */
export function countBefore(name: string): number {
  const { entries } = journalFile.parse(JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')))
  const index = entries.findIndex(({ tag }) => tag.endsWith(name))
  if (index < 0) throw new Error(`there is no migration ${name}`)
  return index
}
