import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { alarms, walletCounters, walletSeeds, wallets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { checkSeeds } from './check-seeds'

openDatabase()
const check = () => checkSeeds(workerCtx())
const seeds = () => workerCtx().db.select().from(walletSeeds)

beforeEach(async () => {
  for (const table of [wallets, walletCounters, walletSeeds, alarms]) await workerCtx().db.delete(table)
})

async function newSeed(chainType: 'EVM' | 'SOLANA' = 'EVM'): Promise<string> {
  const tenant = await createTenant()
  await newWallet(tenant, chainType)
  const row = (await seeds()).find(({ businessId }) => businessId === tenant.businessId)
  return row?.id ?? ''
}

it('finds seeds right, of both kinds of chains', async () => {
  await newSeed()
  await newSeed('SOLANA')
  for (let night = 0; night < 6; night++) expect(await check()).toBe(0)
})

it('rings for a seed that gives another address, until it gives the stored one', async () => {
  const id = await newSeed()
  const address = { stored: (await workerCtx().db.select().from(wallets))[0]?.address ?? '' }
  await workerCtx()
    .db.update(wallets)
    .set({ address: `0x${'11'.repeat(20)}` })
  expect(await check()).toBe(1)
  expect(await alarmedOf('seed_differs')).toEqual([id])
  // Another one may be picked by then.
  await newSeed()
  expect(await check()).toBe(1)
  await workerCtx().db.update(wallets).set({ address: address.stored }).where(eq(wallets.seedId, id))
  expect(await check()).toBe(0)
  expect(await alarmedOf('seed_differs')).toEqual([])
})

it('rings for a seed that does not open, and for one whose key is not there', async () => {
  const id = await newSeed()
  const [row] = await seeds()
  await workerCtx().db.update(walletSeeds).set({ version: 2 })
  expect(await check()).toBe(1)
  expect(await alarmedOf('seed_differs')).toEqual([id])
  await workerCtx().db.update(walletSeeds).set({ version: 1, kekId: 'local:0000000000000000' })
  expect(await check()).toBe(1)
  await workerCtx()
    .db.update(walletSeeds)
    .set({ kekId: row?.kekId ?? '' })
  expect(await check()).toBe(0)
})
