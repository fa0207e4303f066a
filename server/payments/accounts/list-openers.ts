import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentProviders } from '@/db/schema'
import { ACCOUNT_KINDS } from '@/schemas/payments/words'
import type { WorkerCtx } from '@/server/ctx'
import { configuredProviders } from '@/server/payments/providers/configured-providers'
import type { FiatProvider } from '@/server/payments/providers/provider'
import { listAcceptedTokens } from '@/server/payments/stablecoins/list-accepted-tokens'
import { stablecoinOpener } from '@/server/payments/stablecoins/stablecoin-opener'
import type { AccountOpener } from './account-opener'
import { fiatOpener } from './fiat-opener'

const OPENERS: Record<AccountOpener['kind'], (ctx: WorkerCtx) => Promise<AccountOpener[]>> = {
  FIAT: async (ctx) => (await availableProviders(ctx)).map(fiatOpener),
  STABLECOIN: async (ctx) => (await listAcceptedTokens(ctx)).map(stablecoinOpener),
}

/** The openers that can open accounts now, of one kind or, without a kind, of all. */
export async function listOpeners(ctx: WorkerCtx, kind: AccountOpener['kind'] | undefined): Promise<AccountOpener[]> {
  const kinds = kind ? [kind] : ACCOUNT_KINDS
  return (await Promise.all(kinds.map((one) => OPENERS[one](ctx)))).flat()
}

/** Providers that open new accounts: those with keys that no operator disabled. */
async function availableProviders({ db }: { db: Database }): Promise<FiatProvider[]> {
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
