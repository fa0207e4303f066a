import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { createRoles, createSignerRole } from './database-logins'
import { grantOwnerRowAccess, setRights } from './database-rights'
import type { SocketTarget } from './driver-insides'
import { guardColumns, requireValidRows } from './guard-columns'
import { forgetSecrets, requireKnownSecrets, syncKnownSecrets } from './known-secrets'
import { openGatheringSocket } from './open-gathering-socket'
import { readTls } from './open-secure-socket'

const migrationsFolder = path.resolve(process.cwd(), 'db', 'migrations')

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
 * run twice at once. `ownerUrl` must own the database and be able to create roles. `secret` is SLIPWAY_SECRET; during a
 * rotation both secrets, the one that encrypts first. A secret that the database does not know, alone or first, changes
 * nothing and throws, and so does leaving out one that still protects sessions.
 */
export async function migrateDatabase(
  ownerUrl: string,
  secret: string,
  { isNewSecret = false, signerSecret }: MigrateOptions = {},
): Promise<void> {
  const sql = openOwner(ownerUrl)
  const secrets = secret.split(',')
  try {
    await sql`select pg_advisory_lock(7310417)`
    await requireValidRows(sql, migrationsFolder)
    if (isNewSecret) await forgetSecrets(sql)
    else await requireKnownSecrets(sql, secrets)
    await createRoles(sql, { ownerUrl, secrets })
    await createSignerRole(sql, { ownerUrl, secrets: signerSecret?.split(',') ?? [] })
    await grantOwnerRowAccess(sql)
    await migrate(drizzle(sql), { migrationsFolder })
    await guardColumns(sql)
    await setRights(sql, { ownerUrl, hasSigner: signerSecret !== undefined })
    await syncKnownSecrets(sql, { ownerUrl, secrets })
  } finally {
    await sql.end()
  }
}

/**
 * Creates the roles that a dump of the database names, and nothing in the database, because a dump is restored into an
 * empty one.
 */
export async function makeRoles(ownerUrl: string, secret: string): Promise<void> {
  const sql = openOwner(ownerUrl)
  const secrets = secret.split(',')
  try {
    await requireKnownSecrets(sql, secrets)
    await createRoles(sql, { ownerUrl, secrets })
    await createSignerRole(sql, { ownerUrl, secrets: [] })
  } finally {
    await sql.end()
  }
}

/** Creates roles and rights in a database that has the schema, such as a copy in tests. */
export async function secureDatabase(
  ownerUrl: string,
  secret: string,
  { signerSecret }: Pick<MigrateOptions, 'signerSecret'> = {},
): Promise<void> {
  const sql = openOwner(ownerUrl)
  try {
    await createRoles(sql, { ownerUrl, secrets: [secret] })
    await createSignerRole(sql, { ownerUrl, secrets: signerSecret ? [signerSecret] : [] })
    await setRights(sql, { ownerUrl, hasSigner: signerSecret !== undefined })
  } finally {
    await sql.end()
  }
}

/**
 * One connection with the login of the database's owner, for migrations. It begins TLS as the pools do: the driver
 * would repeat a refused certificate, and then only report a timeout.
 */
function openOwner(url: string): postgres.Sql {
  const tls = readTls(url)
  const settings = {
    max: 1,
    onnotice: () => {},
    ssl: false,
    socket: (target: SocketTarget) => openGatheringSocket(target, tls),
  }
  return postgres(url, settings)
}

if (process.argv[1]?.endsWith('migrate.ts')) {
  const { DATABASE_URL, SLIPWAY_SECRET, SIGNER_SECRET } = process.env
  if (!DATABASE_URL || !SLIPWAY_SECRET) {
    console.error(`${DATABASE_URL ? 'SLIPWAY_SECRET' : 'DATABASE_URL'} is missing: set it as .env.example describes.`)
    process.exit(1)
  }
  await migrateDatabase(DATABASE_URL, SLIPWAY_SECRET, { signerSecret: SIGNER_SECRET || undefined })
}
