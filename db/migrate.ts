import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { guardColumns, requirePossibleRows } from './guard-columns'
import { DATABASE_ROLES, type DatabaseRole, loginName, roleName, rolePassword, SIGNER_ROLE } from './role-url'
import { scramVerifier } from './scram-verifier'
import { findRoot, SECRET_CANARY, sealRoot, secretId, secretProof, secretRow } from './secret-proof'
import { LOCK_MS, yieldLocks } from './yield-locks'

const here = path.resolve(process.cwd(), 'db')
const migrationsFolder = path.join(here, 'migrations')

type MigrateOptions = {
  /** SLIPWAY_SECRET is replaced on purpose. */
  isNewSecret?: boolean
  /**
   * SIGNER_SECRET, during a rotation both: a separate process signs, and no other role reads a seed. Without it the
   * processes sign.
   */
  signerSecret?: string
}

/**
 * Brings a database to the newest schema: roles, generated migrations, then grants and policies. Safe to repeat and to
 * run twice at once. `ownerUrl` must own the database and be able to create roles; `secret` is SLIPWAY_SECRET, in a
 * rotation both, the one that writes first. One that the database does not know, alone or first, changes nothing and
 * throws, and so does leaving one out that people are still signed in under.
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  { isNewSecret = false, signerSecret }: MigrateOptions = {},
): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  const secrets = secret.split(',')
  try {
    await sql`select pg_advisory_lock(7310417)`
    await requirePossibleRows(sql, migrationsFolder)
    if (isNewSecret) await forgetSecrets(sql)
    else await requireKnownSecrets(sql, secrets)
    await createRoles(sql, { ownerUrl, secrets })
    await createSignerRole(sql, { ownerUrl, secrets: signerSecret?.split(',') ?? [] })
    await openToOwner(sql)
    await migrate(drizzle(sql), { migrationsFolder })
    await guardColumns(sql)
    await setRights(sql, { ownerUrl, hasSigner: signerSecret !== undefined })
    await keepSecrets(sql, { ownerUrl, secrets })
  } finally {
    await sql.end()
  }
}

/**
 * Makes the roles that a dump of the database names, and nothing in the database itself: what is restored comes into an
 * empty one.
 */
export async function makeRoles(ownerUrl: string, secret: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  const secrets = secret.split(',')
  try {
    await requireKnownSecrets(sql, secrets)
    await createRoles(sql, { ownerUrl, secrets })
    await createSignerRole(sql, { ownerUrl, secrets: [] })
  } finally {
    await sql.end()
  }
}

/** Roles and rights for a database whose schema is there: tests copy one. */
export async function secureDatabase(
  ownerUrl: string,
  secret: string,
  { signerSecret }: Pick<MigrateOptions, 'signerSecret'> = {},
): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await createRoles(sql, { ownerUrl, secrets: [secret] })
    await createSignerRole(sql, { ownerUrl, secrets: signerSecret ? [signerSecret] : [] })
    await setRights(sql, { ownerUrl, hasSigner: signerSecret !== undefined })
  } finally {
    await sql.end()
  }
}

type Canary = { keyId: string; proof: Uint8Array }

/** The rows of secrets that the database knows; null before there was a table for them. */
async function readSecretRows(sql: postgres.Sql): Promise<Canary[] | null> {
  const [table] = await sql`select to_regclass('public.key_canaries') as found`
  if (!table?.found) return null
  return sql<Canary[]>`select key_id as "keyId", proof from key_canaries where key_id like ${`${SECRET_CANARY}%`}`
}

/** After a theft nothing of the former secrets counts any more; this migration writes down the new one. */
async function forgetSecrets(sql: postgres.Sql): Promise<void> {
  if ((await readSecretRows(sql)) === null) return
  await sql`delete from key_canaries where key_id like ${`${SECRET_CANARY}%`}`
  await sql`update sessions set revoked_at = now() where revoked_at is null`
}

async function requireKnownSecrets(sql: postgres.Sql, secrets: readonly string[]): Promise<void> {
  const rows = (await readSecretRows(sql)) ?? []
  if (rows.length === 0) return
  const [isFirstKnown, ...others] = secrets.map((secret) => findRoot(rows, secret) !== null)
  if (!isFirstKnown && others.includes(true))
    throw new Error(
      'SLIPWAY_SECRET names first a secret that this database does not know: name the former one first until every process knows both. Nothing was migrated.',
    )
  if (!isFirstKnown) throw new Error('SLIPWAY_SECRET is not the one this database was made with: nothing was migrated.')
  if (isSecretMissing(rows, secrets)) await requireNobodyUnder(sql, { rows, secrets })
}

function isSecretMissing(rows: readonly Canary[], secrets: readonly string[]): boolean {
  return rows.some((row) => secrets.every((secret) => findRoot([row], secret) === null))
}

/** Throws where a session depends on a secret that is left out: its user would have to sign in again. */
async function requireNobodyUnder(
  sql: postgres.Sql,
  { rows, secrets }: { rows: readonly Canary[]; secrets: readonly string[] },
): Promise<void> {
  const [column] = await sql`
    select 1 from information_schema.columns where table_schema = 'public' and table_name = 'sessions' and column_name = 'secret_id'`
  if (!column) return
  const ids = secrets.map(secretId)
  // A session from before there was a rotation is under the secret that the database began with.
  const isFirstHere = rows.some(
    (row) => row.keyId === SECRET_CANARY && secrets.some((one) => findRoot([row], one) !== null),
  )
  const [left] = await sql<{ n: number; until: Date | null }[]>`
    select count(*)::int as n, max(expires_at) as until from sessions
    where revoked_at is null and expires_at > now()
      and (case when secret_id is null then not ${isFirstHere}::boolean else not secret_id = any(${sql.array(ids)}::text[]) end)`
  if (!left || left.n === 0) return
  throw new Error(
    `SLIPWAY_SECRET lacks the former secret, under which ${left.n} sign-in${left.n === 1 ? ' lasts' : 's last'} until ${left.until?.toISOString()} at the latest: name it behind the new one. Nothing was migrated.`,
  )
}

/** Each configured secret keeps a way to the lasting root; those that are left out lose it, and their logins. */
async function keepSecrets(
  sql: postgres.Sql,
  { ownerUrl, secrets }: { ownerUrl: string; secrets: readonly string[] },
): Promise<void> {
  const rows = (await readSecretRows(sql)) ?? []
  const [first = ''] = secrets
  const root = secrets.map((secret) => findRoot(rows, secret)).find((found) => found !== null) ?? first
  if (rows.length === 0) {
    const proof = Buffer.from(secretProof(first))
    await sql`insert into key_canaries (key_id, proof) values (${SECRET_CANARY}, ${proof}) on conflict do nothing`
  }
  for (const secret of secrets.filter((one) => one !== root)) {
    const sealed = Buffer.from(sealRoot(root, secret))
    await sql`insert into key_canaries (key_id, proof) values (${secretRow(secret)}, ${sealed}) on conflict do nothing`
  }
  for (const row of rows.filter((one) => isSecretMissing([one], secrets)))
    await sql`delete from key_canaries where key_id = ${row.keyId}`
  for (const role of DATABASE_ROLES) await dropFormerLogins(sql, { ownerUrl, role, secrets })
}

type RoleSecrets = { ownerUrl: string; role: DatabaseRole; secrets: readonly string[] }

async function dropFormerLogins(sql: postgres.Sql, { ownerUrl, role, secrets }: RoleSecrets): Promise<void> {
  const kept = secrets.map((secret) => loginName(ownerUrl, role, secret))
  const logins = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname ~ ${`^${roleName(ownerUrl, role)}_[0-9a-f]{8}$`}`
  for (const { rolname } of logins.filter((login) => !kept.includes(login.rolname)))
    await sql.unsafe(`drop role ${rolname}`)
}

/**
 * The signer's role, always: the rights name it. Nobody logs in with it but by SIGNER_SECRET; without one, no longer.
 */
async function createSignerRole(
  sql: postgres.Sql,
  { ownerUrl, secrets }: { ownerUrl: string; secrets: readonly string[] },
): Promise<void> {
  const name = roleName(ownerUrl, SIGNER_ROLE)
  const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`
  if (!existing) await sql.unsafe(`create role ${name} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
  for (const secret of secrets) {
    const login = loginName(ownerUrl, SIGNER_ROLE, secret)
    await createRole(sql, { name: login, role: SIGNER_ROLE, secret })
    await sql.unsafe(`grant ${name} to ${login}`)
  }
  await dropFormerLogins(sql, { ownerUrl, role: SIGNER_ROLE, secrets })
}

async function createRoles(
  sql: postgres.Sql,
  { ownerUrl, secrets }: { ownerUrl: string; secrets: readonly string[] },
): Promise<void> {
  for (const role of DATABASE_ROLES) {
    const name = roleName(ownerUrl, role)
    // Earlier versions log in as the role itself.
    await createRole(sql, { name, role, secret: secrets[0] ?? '' })
    for (const secret of secrets) {
      const login = loginName(ownerUrl, role, secret)
      await createRole(sql, { name: login, role, secret })
      await sql.unsafe(`grant ${name} to ${login}`)
    }
  }
}

async function createRole(
  sql: postgres.Sql,
  { name, role, secret }: { name: string; role: DatabaseRole; secret: string },
): Promise<void> {
  const password = `password '${scramVerifier(rolePassword(role, secret))}'`
  const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`
  // Nobody but a superuser may repeat the attributes of a role; who creates one gets none of them unasked.
  if (existing) await sql.unsafe(`alter role ${name} ${password}`)
  else await sql.unsafe(`create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole ${password}`)
}

/**
 * Forced row-level security binds an owner that is no superuser too: its migrations would pass by the rows without a
 * word.
 */
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
async function setRights(
  sql: postgres.Sql,
  { ownerUrl, hasSigner }: { ownerUrl: string; hasSigner: boolean },
): Promise<void> {
  const files = [
    'security.sql',
    'moments.sql',
    'ledger.sql',
    'refunds.sql',
    'acceptance.sql',
    'activity.sql',
    'intents.sql',
    'partitions.sql',
    ...(hasSigner ? ['signer.sql'] : []),
  ].map((name) => readFile(path.join(here, name), 'utf8'))
  const plain = (await Promise.all(files)).join('\n')
  const roles = [...DATABASE_ROLES, SIGNER_ROLE] as const
  const text = roles.reduce((all, role) => all.replaceAll(role, roleName(ownerUrl, role)), plain)
  await yieldLocks(() =>
    sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = '${LOCK_MS}ms'`)
      await tx.unsafe(text).simple()
      await endFormerRights(tx)
    }),
  )
}

/**
 * Earlier versions gave the rights to roles with the plain names, which by now may be another deployment's in this
 * cluster.
 */
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
  const { DATABASE_URL, SLIPWAY_SECRET, SIGNER_SECRET } = process.env
  if (!DATABASE_URL || !SLIPWAY_SECRET) {
    console.error(`${DATABASE_URL ? 'SLIPWAY_SECRET' : 'DATABASE_URL'} is missing: set it as .env.example describes.`)
    process.exit(1)
  }
  await migrateDatabase(DATABASE_URL, SLIPWAY_SECRET, { signerSecret: SIGNER_SECRET || undefined })
}
