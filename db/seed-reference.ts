import { sql } from 'drizzle-orm'
import { PROVIDER_NAMES } from '@/schemas/payments/providers/words'
import type { Database } from './client'
import { chains, fxSources, paymentProviders, plans, priceSources, products } from './schema'
import { CHAINS, FX_SOURCE_ROWS, PLANS, PRICE_SOURCES, PRODUCTS } from './seed-data'

/**
 * Products, plans, chains, sources of prices and of rates, payment providers. Repeatable: what operators changed since
 * stays as they left it.
 */
export async function seedReference(db: Database): Promise<void> {
  await db
    .insert(products)
    .values([...PRODUCTS])
    .onConflictDoNothing()
  await db
    .insert(plans)
    .values([...PLANS])
    .onConflictDoNothing()
  await db
    .insert(chains)
    .values([...CHAINS])
    .onConflictDoNothing()
  await db
    .insert(priceSources)
    .values([...PRICE_SOURCES])
    .onConflictDoNothing()
  await db
    .insert(fxSources)
    .values([...FX_SOURCE_ROWS])
    .onConflictDoNothing()
  await db
    .insert(paymentProviders)
    .values(PROVIDER_NAMES.map((name) => ({ name })))
    .onConflictDoNothing()
  await db.execute(sql`select setval(pg_get_serial_sequence('plans', 'id'), (select max(id) from plans))`)
}
