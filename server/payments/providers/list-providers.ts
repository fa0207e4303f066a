import { asc, count, inArray } from 'drizzle-orm'
import { paymentProviders, providerEvents } from '@/db/schema'
import type { ProviderView } from '@/schemas/payments/providers/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { hasKeys } from './configured-providers'
import { toProvider } from './view'

/** Every supported provider, with its health and its unhandled events. */
export async function listProviders({ db }: OperatorCtx): Promise<Rows<ProviderView>> {
  const rows = await db.select().from(paymentProviders).orderBy(asc(paymentProviders.name))
  const counted = await db
    .select({ provider: providerEvents.provider, state: providerEvents.state, n: count() })
    .from(providerEvents)
    .where(inArray(providerEvents.state, ['STORED', 'DEAD']))
    .groupBy(providerEvents.provider, providerEvents.state)
  const countOf = (name: string, state: string) =>
    counted.find((each) => each.provider === name && each.state === state)?.n ?? 0
  return {
    items: rows.map((row) =>
      toProvider(row, {
        hasKeys: hasKeys(row.name),
        waitingEvents: countOf(row.name, 'STORED'),
        deadEvents: countOf(row.name, 'DEAD'),
      }),
    ),
  }
}
