import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import { DATABASE_ROLES, roleName, SIGNER_ROLE } from './role-url'
import { LOCK_MS, yieldLocks } from './yield-locks'

/**
 * Forced row-level security also applies to an owner without superuser rights: its migrations would silently skip the
 * rows.
 */
export async function grantOwnerRowAccess(sql: postgres.Sql): Promise<void> {
  const closed = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'owner')`
  for (const { name } of closed) {
    await sql`create policy owner on ${sql(name)} to current_user using (true) with check (true)`
  }
}

/** The files use the plain names of the roles. */
export async function setRights(
  sql: postgres.Sql,
  { ownerUrl, hasSigner }: { ownerUrl: string; hasSigner: boolean },
): Promise<void> {
  const files = [
    'security.sql',
    'screening.sql',
    'moments.sql',
    'ledger.sql',
    'refunds.sql',
    'acceptance.sql',
    'activity.sql',
    'intents.sql',
    'metadata.sql',
    'partitions.sql',
    ...(hasSigner ? ['signer.sql'] : []),
  ].map((name) => readFile(path.resolve(process.cwd(), 'db', name), 'utf8'))
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
 * Earlier versions granted rights to roles without a suffix. Those roles may now belong to another deployment in this
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
