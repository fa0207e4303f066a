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
import { guardColumns } from './guard-columns'

const MIGRATIONS = join(process.cwd(), 'db', 'migrations')
const journalFile = z.object({ entries: z.array(z.object({ tag: z.string() })) })

export type TestingCluster = Awaited<ReturnType<typeof startTestingCluster>>

/**
 * A separate cluster for a test: its log can be read, and the owner of its databases is not a superuser, as at hosted
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
  const urlOf = (name: string) => {
    const url = new URL(cluster.url)
    url.username = 'landlord'
    url.pathname = `/${name}`
    return url.toString()
  }
  const newDatabase = async (name: string, template = 'template1') => {
    await run(urlOf('postgres'), `create database ${name} template ${template} strategy file_copy`)
    return urlOf(name)
  }
  const templates = new Map<string, Promise<string>>()
  /** The name of a database to copy, made once. */
  const templateOf = (name: string, fill: (url: string) => Promise<void>) => {
    const made =
      templates.get(name) ??
      newDatabase(name)
        .then(fill)
        .then(() => name)
    templates.set(name, made)
    return made
  }
  return {
    url: cluster.url,
    logFile,
    /** Creates a database that the owner role owns. Returns its URL for that role. */
    newDatabase: (name: string) => newDatabase(name),
    /**
     * A new database that has the tables of this version and their constraints, as a copy: no roles, rights and rows.
     */
    newDatabaseWithTables: async (name: string) =>
      newDatabase(name, await templateOf('with_tables', (url) => migrateTables(url, MIGRATIONS, guardColumns))),
    /** A new database as the first migrations left it, as a copy. */
    newDatabaseAt: async (name: string, count: number) =>
      newDatabase(name, await templateOf(`at_${count}`, (url) => migrateTables(url, firstMigrations(home, count)))),
    /** Past every key, trigger and policy. */
    async asSuperuser(url: string, statement: string): Promise<void> {
      const own = new URL(cluster.url)
      own.pathname = new URL(url).pathname
      await run(own.toString(), `set session_replication_role = replica; ${statement}`)
    },
    /** The database as the first migrations left it. */
    migrateTo: (url: string, count: number) => migrateTables(url, firstMigrations(home, count)),
    async stop(): Promise<void> {
      await cluster.stop()
      rmSync(folderForUser(dataDir, findPostgresUser(dataDir)), { recursive: true, force: true })
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A folder with the first migrations alone. */
function firstMigrations(home: string, count: number): string {
  const folder = join(home, `migrations-${count}`)
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
  const entries: { tag: string }[] = journal.entries.slice(0, count)
  for (const { tag } of entries) copyFileSync(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}

async function migrateTables(
  url: string,
  migrationsFolder: string,
  addConstraints: (sql: postgres.Sql) => Promise<void> = async () => {},
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await migrate(drizzle(sql), { migrationsFolder })
    await addConstraints(sql)
  } finally {
    await sql.end()
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

/** The number of migrations before this one. */
export function countBefore(name: string): number {
  const { entries } = journalFile.parse(JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')))
  const index = entries.findIndex(({ tag }) => tag.endsWith(name))
  if (index < 0) throw new Error(`there is no migration ${name}`)
  return index
}
