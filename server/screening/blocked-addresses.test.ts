import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, blockedAddresses } from '@/db/schema'
import { blockedAddressesView, blockedAddressPage } from '@/schemas/screening/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { blockAddresses } from './block-addresses'
import { unblockAddress } from './unblock-address'

const PATH = '/v1/wallet/blocked-addresses'
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const reason = 'Named in a court order'

openDatabase()
let client: WalletClient
beforeAll(async () => {
  client = await walletClient()
})

const block = (addresses: unknown, by = client) => by.post(PATH, { addresses, reason })
const read = ({ data }: { data?: unknown }) => blockedAddressesView.parse(data)
const list = async (query = '', by = client) => blockedAddressPage.parse((await by.get(`${PATH}${query}`)).data).data
const rowsOf = ({ businessId }: WalletClient) =>
  workerCtx().db.select().from(blockedAddresses).where(eq(blockedAddresses.businessId, businessId))
const audited = async () =>
  (await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, client.businessId)))
    .filter(({ action }) => action.startsWith('address'))
    .map(({ action, actorType, detail }) => ({ action, actorType, detail }))

test('addresses are blocked, listed and unblocked, and the audit log says by whom', async () => {
  const made = await block([EVM, SOLANA])
  expect(made).toMatchObject({ code: 201, message: 'Addresses blocked' })
  expect(read(made)).toMatchObject({
    added: 2,
    addresses: [
      { address: EVM, chainType: 'EVM', reason, source: 'MANUAL', createdBy: expect.stringMatching(/^key:/) },
      { address: SOLANA, chainType: 'SOLANA' },
    ],
  })
  expect((await list()).map(({ address }) => address).sort()).toEqual([SOLANA, EVM].sort())
  expect((await list(`?address=${EVM.toLowerCase()}`)).map(({ address }) => address)).toEqual([EVM])
  expect((await list(`?address=${SOLANA.slice(0, 5)}`)).map(({ address }) => address)).toEqual([SOLANA])
  // Solana's letters differ by their case.
  expect(await list(`?address=${SOLANA.toLowerCase()}`)).toEqual([])
  const [entry] = read(made).addresses
  const removed = await Promise.all([1, 2].map(() => client.delete(`${PATH}/${entry?.id}`)))
  expect(removed.map(({ code }) => code).sort()).toEqual([200, 404])
  expect((await list()).map(({ address }) => address)).toEqual([SOLANA])
  const detail = { reason, count: 2, addresses: [EVM, SOLANA] }
  expect(await audited()).toEqual([
    { action: 'addresses.blocked', actorType: 'key', detail },
    { action: 'address.unblocked', actorType: 'key', detail: { address: EVM, reason } },
  ])
  const [kept] = (await rowsOf(client)).filter(({ address }) => address === EVM)
  expect(kept).toMatchObject({ removedBy: expect.stringMatching(/^key:/), removedAt: expect.any(Date) })
})

test('an address is on the list once, however it is cased, given twice or sent twice at once', async () => {
  const by = await walletClient()
  const sent = await Promise.all([[EVM, EVM.toLowerCase()], [EVM], [EVM.toLowerCase()]].map((some) => block(some, by)))
  expect(sent.map(read).map(({ addresses }) => addresses.map(({ address }) => address))).toEqual([[EVM], [EVM], [EVM]])
  expect(sent.map((answer) => read(answer).added).sort()).toEqual([0, 0, 1])
  expect(await rowsOf(by)).toHaveLength(1)
})

test('an address that was unblocked can be blocked again', async () => {
  const by = await walletClient()
  const [first] = read(await block([EVM], by)).addresses
  await by.delete(`${PATH}/${first?.id}`)
  const [second] = read(await block([EVM], by)).addresses
  expect(second?.id).not.toBe(first?.id)
  expect(await list('', by)).toHaveLength(1)
})

test.each<[string, unknown, string]>([
  ['none', [], 'addresses'],
  ['text that is no address', ['0x12'], 'addresses.0'],
  ['a wrong checksum', [EVM.replace('6E', '6e')], 'addresses.0'],
  ['too many', Array.from({ length: 1_001 }, () => EVM), 'addresses'],
])('refuses %s, and blocks nothing', async (_name, addresses, param) => {
  const by = await walletClient()
  expect(await block(addresses, by)).toMatchObject({ code: 400, refusal: 'validation_failed', param })
  expect(await rowsOf(by)).toEqual([])
})

test('refuses a reason that says nothing', async () => {
  const answer = await client.post(PATH, { addresses: [EVM], reason: ' ' })
  expect(answer).toMatchObject({ code: 400, param: 'reason' })
})

test('the list of a business has its limit, and what is above it leaves nothing', async () => {
  const by = await walletClient()
  const { businessId } = by
  await workerCtx().db.execute(sql`
    insert into blocked_addresses (id, business_id, address, reason, created_by)
    select gen_random_uuid(), ${businessId}::uuid, '0x' || lpad(to_hex(n), 40, '0'), 'test', 'test' from generate_series(1, 9999) n`)
  expect(await block([EVM, '0x8617E340B3D01FA5F11F306F4090FD50E238070D'], by)).toMatchObject({
    code: 400,
    errors: ['addresses: the list holds 10000 addresses at most'],
  })
  expect(await block([EVM], by)).toMatchObject({ code: 201 })
})

test('an entry of a list that is read is not removed by hand', async () => {
  env().SCREENING_LIST = 'fixed'
  const { businessId } = client
  const [row] = await workerCtx()
    .db.insert(blockedAddresses)
    .values({ businessId, address: `0x${'1'.repeat(40)}`, reason, source: 'LIST', createdBy: 'system:list' })
    .returning()
  const removing = inTenant(client.tenant, (ctx) => unblockAddress(ctx, row?.id ?? ''))
  await expect(removing).rejects.toMatchObject({ code: 'conflict' })
  env().SCREENING_LIST = 'none'
})

test('a business never sees or removes the entry of another, and the database says so too', async () => {
  const other = await walletClient()
  const [theirs] = read(await block([EVM], other)).addresses
  expect(await client.delete(`${PATH}/${theirs?.id}`)).toMatchObject({
    code: 404,
    refusal: 'blocked_address_not_found',
  })
  const seen = await inTenant(client.tenant, ({ db }) =>
    db.select().from(blockedAddresses).where(eq(blockedAddresses.businessId, other.businessId)),
  )
  expect(seen).toEqual([])
  const deleting = inTenant(client.tenant, ({ db }) => db.delete(blockedAddresses))
  await expect(deleting).rejects.toThrow()
})

test('who blocks nothing new leaves no audit entry', async () => {
  const by = await walletClient()
  const once = () =>
    inTenant(by.tenant, (ctx) => blockAddresses(ctx, { addresses: [EVM], reason })).then(({ added }) => added)
  expect([await once(), await once()]).toEqual([1, 0])
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, by.businessId), eq(auditLog.action, 'addresses.blocked')))
  expect(rows).toHaveLength(1)
  const active = and(eq(blockedAddresses.businessId, by.businessId), isNull(blockedAddresses.removedAt))
  expect(await workerCtx().db.select().from(blockedAddresses).where(active)).toHaveLength(1)
})
