import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentProviders } from '@/db/schema'
import { configuredProviders } from './configured-providers'
import type { FiatProvider } from './provider'

/** Providers that open new accounts: those with keys that no operator disabled. */
export async function availableProviders({ db }: { db: Database }): Promise<FiatProvider[]> {
  const configured = configuredProviders()
  const names = configured.map(({ name }) => name)
  if (names.length === 0) return []
  const rows = await db
    .select({ name: paymentProviders.name })
    .from(paymentProviders)
    .where(and(inArray(paymentProviders.name, names), eq(paymentProviders.isActive, true)))
  const active = new Set(rows.map(({ name }) => name))
  return configured.filter(({ name }) => active.has(name))
}
