import type postgres from 'postgres'
import { dropFormerLogins } from './database-logins'
import { DATABASE_ROLES } from './role-url'
import { findRoot, SECRET_CANARY, sealRoot, secretId, secretProof, secretRow } from './secret-proof'

type Canary = { keyId: string; proof: Uint8Array }

/** The rows of secrets that the database knows; null before there was a table for them. */
async function readSecretRows(sql: postgres.Sql): Promise<Canary[] | null> {
  const [table] = await sql`select to_regclass('public.key_canaries') as found`
  if (!table?.found) return null
  return sql<Canary[]>`select key_id as "keyId", proof from key_canaries where key_id like ${`${SECRET_CANARY}%`}`
}

/** After a attack nothing of the former secrets counts any more; this migration writes down the new one. */
export async function forgetSecrets(sql: postgres.Sql): Promise<void> {
  if ((await readSecretRows(sql)) === null) return
  await sql`delete from key_canaries where key_id like ${`${SECRET_CANARY}%`}`
  await sql`update sessions set revoked_at = now() where revoked_at is null`
}

export async function requireKnownSecrets(sql: postgres.Sql, secrets: readonly string[]): Promise<void> {
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

/** Throws if a session depends on a secret that is left out: its user would have to sign in again. */
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
export async function syncKnownSecrets(
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
