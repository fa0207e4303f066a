import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, blockedAddresses, depositScreenings, notices } from '@/db/schema'
import { inOperator, inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { listExceptions } from '@/server/exceptions/list-exceptions'
import { transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { watchNotices } from '@/server/notices/watch-notices'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { decideScreening } from './decide-screening'
import { openDepositWorld } from './follow/deposit-world.test-data'
import { OUTSIDER } from './follow/money-chain.test-data'
import { getDeposit } from './get-deposit'
import { screenedWatcher } from './screened-watcher'

const on = openDepositWorld()
let alice: `0x${string}`
beforeEach(async () => {
  const [wallet] = await on.walletRows()
  alice = getAddress(wallet?.address ?? '')
  const unblocked = { removedAt: new Date(), removedBy: 'test' }
  await workerCtx().db.update(blockedAddresses).set(unblocked)
})

const block = (businessId: string) => {
  // As a person writes it.
  const row = { businessId, address: getAddress(OUTSIDER), reason: 'test', createdBy: 'test' }
  return inWorker(({ db }) => db.insert(blockedAddresses).values(row).onConflictDoNothing())
}
const arrive = (units = 1n) =>
  on.world.mineMoney({ logs: [transferLog(units, { from: OUTSIDER, to: alice })], coins: [] })
async function confirm(): Promise<string> {
  on.world.mineMany(2)
  await on.follow()
  await on.follow()
  const [row] = await on.rows()
  return row?.id ?? ''
}
const screened = async (id: string) => (await inTenant(on.tenant, (ctx) => getDeposit(ctx, id))).screened
const asOperator = <T>(work: Parameters<typeof inOperator<T>>[1]) =>
  inOperator({ actor: { type: 'user', id: PLATFORM_BUSINESS_ID, name: 'Ope' }, requestId: PLATFORM_BUSINESS_ID }, work)

type Decision = 'CLEARED' | 'KEPT'
const byOwner = (depositId: string, decision: Decision, tenant: Tenant = on.tenant) =>
  inTenant(tenant, (ctx) =>
    decideScreening(ctx, { depositId, decision, note: 'A mistake', list: 'BUSINESS', businessId: tenant.businessId }),
  )
const byOperator = (depositId: string, decision: Decision) =>
  asOperator((ctx) =>
    decideScreening(ctx, { depositId, decision, note: 'A mistake', list: 'OPERATOR', businessId: undefined }),
  )

test('a deposit from an address of the business’s list is credited and flagged, and its endpoints hear both', async () => {
  await addEndpoint(on.tenant, 'https://x.example', { events: ['wallet.*'] })
  await block(on.tenant.businessId)
  arrive(2_500_000n)
  const id = await confirm()
  const flag = { status: 'FLAGGED', list: 'BUSINESS' }
  expect((await on.rows()).map(({ stage, amountUnits }) => [stage, amountUnits])).toEqual([['confirmed', 2_500_000n]])
  expect(await screened(id)).toEqual(flag)
  expect((await on.reported()).map(({ kind, body }) => [kind, body.data.screened])).toEqual([
    ['wallet.deposit.confirmed', flag],
    ['wallet.deposit.screened', flag],
  ])
  await watchNotices(workerCtx())
  const open = await workerCtx().db.select().from(notices).where(eq(notices.kind, 'deposit_screened'))
  expect(open).toMatchObject([{ businessId: on.tenant.businessId, title: 'Deposits from blocked addresses' }])
  // It is for the business to decide, not for operators.
  expect(await screenedWatcher.findCauses(workerCtx())).toEqual([])
  await expect(byOperator(id, 'CLEARED')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(byOwner(id, 'CLEARED', await createTenant())).rejects.toMatchObject({ code: 'not_found' })
  await byOwner(id, 'KEPT')
  expect(await screened(id)).toEqual({ status: 'KEPT', list: 'BUSINESS' })
  await expect(byOwner(id, 'KEPT')).rejects.toMatchObject({ code: 'conflict' })
  const cleared = await Promise.allSettled([byOwner(id, 'CLEARED'), byOwner(id, 'CLEARED')])
  expect(cleared.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await on.reported()).map(({ kind }) => kind).slice(2)).toEqual(['wallet.deposit.cleared'])
  const audited = await workerCtx().db.select().from(auditLog).where(eq(auditLog.target, id))
  expect(audited.map(({ action }) => action)).toEqual(['deposit.kept_flagged', 'deposit.cleared'])
})

test('the platform’s list flags for operators alone, who are alarmed until they decide', async () => {
  await block(on.tenant.businessId)
  await block(PLATFORM_BUSINESS_ID)
  arrive()
  const id = await confirm()
  expect(await screened(id)).toEqual({ status: 'FLAGGED', list: 'OPERATOR' })
  expect(await screenedWatcher.findCauses(workerCtx())).toMatchObject([{ kind: 'deposits_screened' }])
  expect(await asOperator((ctx) => listExceptions(ctx, { kind: 'flagged_deposit', page: 1 }))).toMatchObject({
    total: 1,
    items: [{ id }],
  })
  await expect(byOwner(id, 'CLEARED')).rejects.toMatchObject({ code: 'forbidden' })
  // The database refuses it too.
  const update = inTenant(on.tenant, ({ db }) => db.update(depositScreenings).set({ status: 'CLEARED' }).returning())
  expect(await update).toEqual([])
  await byOperator(id, 'CLEARED')
  expect(await screened(id)).toEqual({ status: 'CLEARED', list: 'OPERATOR' })
  expect(await screenedWatcher.findCauses(workerCtx())).toEqual([])
})

test('an address that is blocked between sight and confirmation flags as well, one that is unblocked leaves the flag', async () => {
  arrive()
  await on.follow()
  await block(on.tenant.businessId)
  const id = await confirm()
  await workerCtx().db.update(blockedAddresses).set({ removedAt: new Date(), removedBy: 'test' })
  expect(await screened(id)).toEqual({ status: 'FLAGGED', list: 'BUSINESS' })
})

test('the list of another business flags nothing', async () => {
  await block((await createTenant()).businessId)
  arrive()
  expect(await screened(await confirm())).toBeNull()
})
