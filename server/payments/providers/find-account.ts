import { and, eq, or, sql } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { PolledAccount } from './poll-receipts'

type Named = { provider: string; reference: string | null; providerRef?: string | null }

/** The deposit account that a provider names. Ignores case, because email addresses lose it. */
export async function findAccount({ db }: WorkerCtx, named: Named): Promise<PolledAccount | null> {
  const { provider, reference, providerRef } = named
  const byName = reference === null ? undefined : sql`upper(${depositAccounts.reference}) = ${reference.toUpperCase()}`
  const exact = reference === null ? undefined : eq(depositAccounts.reference, reference)
  const byTheirs = providerRef ? eq(depositAccounts.providerRef, providerRef) : undefined
  if (!exact && !byTheirs) return null
  const find = async (which: ReturnType<typeof or>) => {
    const [found] = await db
      .select({
        id: depositAccounts.id,
        reference: depositAccounts.reference,
        providerRef: depositAccounts.providerRef,
        createdAt: depositAccounts.createdAt,
      })
      .from(depositAccounts)
      .where(and(eq(depositAccounts.provider, provider), which))
      .limit(1)
    return found ?? null
  }
  return (await find(or(exact, byTheirs))) ?? (byName ? find(byName) : null)
}
