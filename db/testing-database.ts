import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { toDatabase } from './client'
import { createPool } from './create-pool'
import { migrateDatabase, secureDatabase } from './migrate'
import { DATABASE_ROLES, type DatabaseRole, loginName, roleName, rolePassword, SIGNER_ROLE } from './role-url'
import { scramVerifier } from './scram-verifier'
import { seedReference } from './seed-reference'

const TEMPLATE = 'slipway_template'
/** SIGNER_SECRET of tests with a process that signs. */
export const TEST_SIGNER_SECRET = Buffer.alloc(32, 8).toString('base64')
/** SLIPWAY_SECRET of every test. */
export const TEST_SECRET = Buffer.alloc(32, 7).toString('base64')

/**
 * A new migrated database for one test file, with reference data and without tenants; `drop` removes it with its roles.
 * Its roles get the rights of the template's by membership. With `ownRights` they get them by grants, as in a
 * deployment, for suites that read the catalogue. With `hasSigner` they are those with a separate signer.
 */
export async function createTestingDatabase({ ownRights = false, hasSigner = false } = {}): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  const clusterUrl = process.env.TEST_DATABASE_URL
  if (!clusterUrl)
    throw new Error('TEST_DATABASE_URL is missing: run the tests through vitest, whose global setup starts Postgres.')
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} })
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(clusterUrl, name)
  const template = await ensureTemplate(admin, clusterUrl)
  // Copying the files takes a seventh of what writing every page to the log does.
  await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const signerSecret = hasSigner ? TEST_SIGNER_SECRET : undefined
  if (ownRights || hasSigner) await secureDatabase(url, TEST_SECRET, { signerSecret })
  else for (const role of DATABASE_ROLES) await admin.unsafe(memberOf(template, { url, role }))
  return {
    url,
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      for (const role of DATABASE_ROLES)
        await admin.unsafe(
          `drop role if exists ${loginName(url, role, TEST_SECRET)}; drop role if exists ${roleName(url, role)}`,
        )
      await admin.unsafe(
        `drop role if exists ${loginName(url, SIGNER_ROLE, TEST_SIGNER_SECRET)}; drop role if exists ${roleName(url, SIGNER_ROLE)}`,
      )
      await admin.end()
    },
  }
}

function memberOf(template: string, { url, role }: { url: string; role: DatabaseRole }): string {
  // Thousands of connections are opened in a run, with a password that everybody knows.
  const verifier = scramVerifier(rolePassword(role, TEST_SECRET), 1)
  const name = roleName(url, role)
  const login = `create role ${loginName(url, role, TEST_SECRET)} login password '${verifier}' in role ${name}`
  return `create role ${name} in role ${roleName(template, role)}; ${login}`
}

/** Creates the template if it is missing. Returns the URL that its roles are named after. */
async function ensureTemplate(admin: postgres.Sql, clusterUrl: string): Promise<string> {
  const url = withDatabase(clusterUrl, `${TEMPLATE}_new`)
  const exists = () => admin`select 1 from pg_database where datname = ${TEMPLATE}`
  if ((await exists()).length > 0) return url
  await admin`select pg_advisory_lock(5501)`
  try {
    if ((await exists()).length > 0) return url
    await admin.unsafe(`create database ${TEMPLATE}_new`)
    await migrateDatabase(url, TEST_SECRET)
    const sql = createPool(url, { statements: 1, transactions: 0, name: 'template' })
    await seedReference(toDatabase(sql))
    await sql.end()
    await admin.unsafe(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
    return url
  } finally {
    await admin`select pg_advisory_unlock(5501)`
  }
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return copy.toString()
}
