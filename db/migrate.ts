import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { DATABASE_ROLES, rolePassword } from './role-url'

const here = path.resolve(process.cwd(), 'db')

/**
 * Brings a database to the newest schema: roles, generated migrations, then grants and policies. Safe to repeat and to run twice at once.
 * `ownerUrl` must be able to create roles; `secret` is SLIPWAY_SECRET.
 */
export async function migrateDatabase(ownerUrl: string, secret: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(7310417)`
    await createRoles(sql, secret)
    await migrate(drizzle(sql), { migrationsFolder: path.join(here, 'migrations') })
    const security = await readFile(path.join(here, 'security.sql'), 'utf8')
    await sql.begin((tx) => tx.unsafe(security).simple())
  } finally {
    await sql.end()
  }
}

async function createRoles(sql: postgres.Sql, secret: string): Promise<void> {
  for (const role of DATABASE_ROLES) {
    const [existing] = await sql`select 1 from pg_roles where rolname = ${role}`
    const verb = existing ? 'alter' : 'create'
    await sql.unsafe(
      `${verb} role ${role} login nosuperuser nobypassrls nocreaterole password '${rolePassword(role, secret)}'`,
    )
  }
}

if (process.argv[1]?.endsWith('migrate.ts')) {
  const { DATABASE_URL, SLIPWAY_SECRET } = process.env
  if (!DATABASE_URL || !SLIPWAY_SECRET) {
    console.error(`${DATABASE_URL ? 'SLIPWAY_SECRET' : 'DATABASE_URL'} is missing: set it as .env.example describes.`)
    process.exit(1)
  }
  await migrateDatabase(DATABASE_URL, SLIPWAY_SECRET)
}
