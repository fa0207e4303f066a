import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { DATABASE_ROLES, roleName, rolePassword } from './role-url'
import { scramVerifier } from './scram-verifier'
import { isProofOf, SECRET_CANARY } from './secret-proof'

const here = path.resolve(process.cwd(), 'db')

type MigrateOptions = {
  /** SLIPWAY_SECRET is replaced on purpose. */
  isNewSecret?: boolean
}

/**
 * Brings a database to the newest schema: roles, generated migrations, then grants and policies. Safe to repeat and to run twice at once.
 * `ownerUrl` must own the database and be able to create roles; `secret` is SLIPWAY_SECRET. Another one than the database began with
 * changes nothing and throws: with new passwords of the roles it would end the connections of every process that runs.
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  { isNewSecret = false }: MigrateOptions = {},
): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(7310417)`
    await requireKnownSecret(sql, { secret, isNewSecret })
    await createRoles(sql, { ownerUrl, secret })
    await openToOwner(sql)
    await migrate(drizzle(sql), { migrationsFolder: path.join(here, 'migrations') })
    await setRights(sql, ownerUrl)
  } finally {
    await sql.end()
  }
}

/** Makes the roles that a dump of the database names, and nothing in the database itself: what is restored comes into an empty one. */
export async function makeRoles(ownerUrl: string, secret: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await requireKnownSecret(sql, { secret, isNewSecret: false })
    await createRoles(sql, { ownerUrl, secret })
  } finally {
    await sql.end()
  }
}

/** Roles and rights for a database whose schema is there: tests copy one. */
export async function secureDatabase(ownerUrl: string, secret: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await createRoles(sql, { ownerUrl, secret })
    await setRights(sql, ownerUrl)
  } finally {
    await sql.end()
  }
}

async function requireKnownSecret(
  sql: postgres.Sql,
  { secret, isNewSecret }: { secret: string; isNewSecret: boolean },
): Promise<void> {
  const [table] = await sql`select to_regclass('public.key_canaries') as found`
  if (!table?.found) return
  if (isNewSecret) {
    // The next to prove the secret writes down the new one.
    await sql`delete from key_canaries where key_id = ${SECRET_CANARY}`
    return
  }
  const [row] = await sql<{ proof: Uint8Array }[]>`select proof from key_canaries where key_id = ${SECRET_CANARY}`
  if (!row || isProofOf(secret, row.proof)) return
  throw new Error('SLIPWAY_SECRET is not the one this database was made with: nothing was migrated.')
}

async function createRoles(
  sql: postgres.Sql,
  { ownerUrl, secret }: { ownerUrl: string; secret: string },
): Promise<void> {
  for (const role of DATABASE_ROLES) {
    const name = roleName(ownerUrl, role)
    const password = `password '${scramVerifier(rolePassword(role, secret))}'`
    const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`
    // Nobody but a superuser may repeat the attributes of a role; who creates one gets none of them unasked.
    if (existing) await sql.unsafe(`alter role ${name} ${password}`)
    else await sql.unsafe(`create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole ${password}`)
  }
}

/** Forced row-level security binds an owner that is no superuser too: its migrations would pass by the rows without a word. */
async function openToOwner(sql: postgres.Sql): Promise<void> {
  const closed = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'owner')`
  for (const { name } of closed) {
    await sql`create policy owner on ${sql(name)} to current_user using (true) with check (true)`
  }
}

/** The files speak of the roles by their plain names. */
async function setRights(sql: postgres.Sql, ownerUrl: string): Promise<void> {
  const files = [
    'security.sql',
    'numbers.sql',
    'moments.sql',
    'ledger.sql',
    'refunds.sql',
    'acceptance.sql',
    'intents.sql',
    'partitions.sql',
  ].map((name) => readFile(path.join(here, name), 'utf8'))
  const plain = (await Promise.all(files)).join('\n')
  const text = DATABASE_ROLES.reduce((all, role) => all.replaceAll(role, roleName(ownerUrl, role)), plain)
  await sql.begin(async (tx) => {
    await tx.unsafe(text).simple()
    await endFormerRights(tx)
  })
}

/** Earlier versions gave the rights to roles with the plain names, which by now may be another deployment's in this cluster. */
async function endFormerRights(tx: postgres.TransactionSql): Promise<void> {
  const former = await tx<{ rolname: string }[]>`
    select rolname from pg_roles where rolname = any(${tx.array([...DATABASE_ROLES])}::text[])`
  for (const { rolname } of former) {
    for (const kind of ['tables', 'sequences', 'functions']) {
      await tx.unsafe(`revoke all on all ${kind} in schema public from ${rolname}`)
    }
    await tx.unsafe(`revoke all on schema public from ${rolname}`)
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
