import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { priceSources } from '@/db/schema'
import { inTenantReading, inWorker, workerCtx } from '@/server/ctx'
import { getBalance } from '@/server/ledger/get-balance'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { findPrice } from '@/server/prices/find-price'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { seedMoney } from './seed-money'

openDatabase()

test('gives the demo its money once, and the local stack prices that operators may change', async () => {
  const tenant = await createTenant()
  const seed = () => inWorker((ctx) => seedMoney(ctx, tenant.businessId))
  await seed()
  await workerCtx().db.update(priceSources).set({ fixedE8: 5n }).where(eq(priceSources.symbol, 'BNB'))
  await seed()
  expect(await inTenantReading(tenant, getBalance)).toEqual({ available: '250.00', reserved: '0.00', currency: 'USD' })
  expect(await findPrice('ETH')).toMatchObject({ priceE8: 2_500_00000000n })
  expect(await findPrice('BNB')).toMatchObject({ priceE8: 5n })
  expect(await findPrice('USDC')).toMatchObject({ priceE8: 100_000_000n })
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
})
