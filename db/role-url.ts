import { createHash, createHmac } from 'node:crypto'
import { secretId } from './secret-proof'

export const DATABASE_ROLES = ['slipway_app', 'slipway_worker', 'slipway_operator'] as const
/**
 * The role of the process that signs (docs/security.md). Its password comes from SIGNER_SECRET; the others' from
 * SLIPWAY_SECRET.
 */
export const SIGNER_ROLE = 'slipway_signer'
export type DatabaseRole = (typeof DATABASE_ROLES)[number] | typeof SIGNER_ROLE

/**
 * The name of a role in the cluster. Roles belong to the cluster, so each database has separate names, made from its
 * name.
 */
export function roleName(databaseUrl: string, role: DatabaseRole): string {
  const { pathname, username } = new URL(databaseUrl)
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  return `${role}_${createHash('sha256').update(database).digest('hex').slice(0, 10)}`
}

/** The login of a role: a member of the role, one for each secret, so that both secrets of a rotation work at once. */
export function loginName(databaseUrl: string, role: DatabaseRole, secret: string): string {
  return `${roleName(databaseUrl, role)}_${secretId(secret)}`
}

/** Password of a database role: derived, so that one secret and one address are all an installation needs. */
export function rolePassword(role: DatabaseRole, secret: string): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('hex')
}

/** The URL of `databaseUrl` with the login of a role instead of the owner's. */
export function roleUrl(databaseUrl: string, role: DatabaseRole, secret: string): string {
  const url = new URL(databaseUrl)
  url.username = loginName(databaseUrl, role, secret)
  url.password = rolePassword(role, secret)
  return url.toString()
}
