import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { approvals, transactions, wallets } from '@/db/schema'
import { inTenant, inTenantReading, type Tenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { transferRow } from '@/server/testing/transfer-row'
import { addWallets } from '@/server/wallets/add-wallets'
import { getUsualTime } from './get-usual-time'

openDatabase()
const CHAIN = 84_532
const START = Date.parse('2026-11-20T10:00:00Z')

type World = Tenant & { projectId: string; walletId: string; address: string }
let world: World

async function newWorld(): Promise<World> {
  const tenant = await createTenant()
  const { id, address } = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })
  return { ...tenant, walletId: id, address }
}

/** A transfer that became final after so many seconds. */
async function transfer(seconds: number | null, change: Partial<typeof transactions.$inferInsert> = {}) {
  const id = newId()
  const createdAt = new Date(START)
  const ended =
    seconds === null
      ? {}
      : ({ status: 'COMPLETED', stage: 'final', finalAt: new Date(START + seconds * 1_000) } as const)
  await inTenant(world, ({ db }) =>
    db.insert(transactions).values({ ...transferRow(world), id, createdAt, ...ended, ...change }),
  )
  return id
}

const read = (of: Tenant = world) => inTenantReading(of, (ctx) => getUsualTime(ctx, CHAIN))

beforeAll(async () => {
  world = await newWorld()
})

test('the first final transfer is told, and 95% are named from five on', async () => {
  await transfer(null)
  expect(await read()).toBeNull()
  await transfer(1)
  expect(await read()).toEqual({ sample: 1, p50Ms: 1_000, p95Ms: null })
  for (let seconds = 2; seconds <= 4; seconds += 1) await transfer(seconds)
  expect(await read()).toEqual({ sample: 4, p50Ms: 2_000, p95Ms: null })
})

test('half and 95% of the transfers are as fast as it says', async () => {
  await transfer(100)
  expect(await read()).toEqual({ sample: 5, p50Ms: 3_000, p95Ms: 100_000 })
})

test('other chains, failures, other types and transfers that waited for an approval do not count', async () => {
  await transfer(900, { chainId: 11_155_111 })
  await transfer(900, { status: 'FAILED' })
  await transfer(900, { type: 'SWEEP' })
  const waited = await transfer(900)
  const { businessId, projectId } = world
  await inTenant(world, ({ db }) =>
    db.insert(approvals).values({
      ...{ businessId, projectId, transactionId: waited, status: 'approved', reason: 'Above the limit' },
      ...{ requestedBy: `key:${newId()}`, expiresAt: new Date(START) },
    }),
  )
  expect(await read()).toEqual({ sample: 5, p50Ms: 3_000, p95Ms: 100_000 })
})

test('another business has its own', async () => {
  expect(await read(await newWorld())).toBeNull()
})
