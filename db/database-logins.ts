import type postgres from 'postgres'
import { DATABASE_ROLES, type DatabaseRole, loginName, roleName, rolePassword, SIGNER_ROLE } from './role-url'
import { scramVerifier } from './scram-verifier'

type RoleSecrets = { ownerUrl: string; role: DatabaseRole; secrets: readonly string[] }

export async function dropFormerLogins(sql: postgres.Sql, { ownerUrl, role, secrets }: RoleSecrets): Promise<void> {
  const kept = secrets.map((secret) => loginName(ownerUrl, role, secret))
  const logins = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname ~ ${`^${roleName(ownerUrl, role)}_[0-9a-f]{8}$`}`
  for (const { rolname } of logins.filter((login) => !kept.includes(login.rolname)))
    await sql.unsafe(`drop role ${rolname}`)
}

/** The signer's role always exists, because grants name it. It can log in only with SIGNER_SECRET. */
export async function createSignerRole(
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

export async function createRoles(
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
  // Only a superuser may repeat the attributes of a role; its creator gets none of them by default.
  if (existing) await sql.unsafe(`alter role ${name} ${password}`)
  else await sql.unsafe(`create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole ${password}`)
}
