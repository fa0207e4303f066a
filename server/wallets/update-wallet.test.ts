import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, wallets } from '@/db/schema'
import { walletPage, walletView } from '@/schemas/wallets/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { bindWallet } from './bind-wallet'

openDatabase()
let client: WalletClient
beforeAll(async () => {
  client = await walletClient()
})

const generate = (body: object, key: string = randomUUID()) =>
  client.post('/v1/wallet/hd/generate', { chainType: 'EVM', ...body }, key)
const update = (id: string, body: object) => client.patch(`/v1/wallet/hd/${id}`, body)
const list = async (query: string) =>
  walletPage.parse((await client.get(`/v1/wallet/hd?${query}`)).data).items.map(({ id }) => id)
const rowsUnder = (reference: string) => workerCtx().db.select().from(wallets).where(eq(wallets.reference, reference))
const newId = async () => {
  const { address } = await newWallet(client.tenant)
  const [row] = await workerCtx().db.select({ id: wallets.id }).from(wallets).where(eq(wallets.address, address))
  if (!row) throw new Error('no wallet')
  return row.id
}

test('a label and metadata are set, merged, removed and audited', async () => {
  const id = await newId()
  expect((await update(id, { label: 'Treasury', metadata: { a: '1', b: '2' } })).data).toMatchObject({
    label: 'Treasury',
    metadata: { a: '1', b: '2' },
  })
  const merged = await update(id, { metadata: { a: null, b: '', c: '3' } })
  expect(walletView.parse(merged.data)).toMatchObject({ label: 'Treasury', metadata: { c: '3' } })
  expect((await update(id, { label: null, metadata: { c: null } })).data).toMatchObject({ label: null, metadata: null })
  const audited = await workerCtx()
    .db.select({ detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.target, id), eq(auditLog.action, 'wallet.update')))
  expect(audited).toHaveLength(3)
  expect(JSON.stringify(audited)).not.toContain('Treasury')
})

test('two changes at once both hold', async () => {
  const id = await newId()
  const keys = ['a', 'b', 'c', 'd', 'e']
  await Promise.all(keys.map((key) => update(id, { metadata: { [key]: 'x' } })))
  const [row] = await workerCtx().db.select().from(wallets).where(eq(wallets.id, id))
  expect(Object.keys(row?.metadata ?? {}).sort()).toEqual(keys)
})

test('what was there and what comes may not be more than is kept', async () => {
  const id = await newId()
  const many = (prefix: string) => Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${prefix}${n}`, 'x']))
  await update(id, { metadata: many('a') })
  expect(await update(id, { metadata: many('b') })).toMatchObject({ code: 400, param: 'metadata' })
  const [row] = await workerCtx().db.select().from(wallets).where(eq(wallets.id, id))
  expect(row?.metadata).toEqual(many('a'))
})

test.each([
  ['nothing', {}],
  ['a label that is too long', { label: 'x'.repeat(121) }],
  ['a label of two lines', { label: 'a\nb' }],
  ['a number', { metadata: { a: 1 } }],
  ['no metadata', { metadata: null }],
  ['an address', { address: '0x' }],
])('%s is refused', async (_, body) => {
  expect(await update(await newId(), body)).toMatchObject({ code: 400, refusal: 'validation_failed' })
})

test('a wallet that is bound to another project is as foreign', async () => {
  const id = await newId()
  const other = await walletClient({ businessId: client.businessId })
  const owner = { ...other.tenant, actor: { type: 'user', id: 'ada', name: 'Ada Obi' } as const }
  await inTenant(owner, (ctx) => bindWallet(ctx, { walletId: id, boundProjectId: other.tenant.projectId }))
  expect(await update(id, { label: 'x' })).toMatchObject({ code: 403, refusal: 'wallet_foreign' })
  expect(await other.patch(`/v1/wallet/hd/${id}`, { label: 'x' })).toMatchObject({ code: 200 })
})

test('one wallet is made under a reference, asked at once and again; another body is refused', async () => {
  const body = { reference: 'customer-7', metadata: { tier: 'gold' }, purpose: 'DEPOSITS' }
  const answers = await Promise.all(Array.from({ length: 4 }, () => generate(body)))
  expect(answers.map(({ code }) => code)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  const rows = await rowsUnder('customer-7')
  expect(rows).toMatchObject([{ metadata: { tier: 'gold' } }])
  expect(await generate({ ...body, purpose: 'OTHER' })).toMatchObject({ code: 409, refusal: 'reference_used' })
  expect(await generate({ reference: 'customer-8', count: 2 })).toMatchObject({ code: 400, param: 'reference' })
  const other = await walletClient({ businessId: client.businessId })
  expect(await other.post('/v1/wallet/hd/generate', { chainType: 'EVM', ...body }, randomUUID())).toMatchObject({
    code: 201,
  })
  expect(await rowsUnder('customer-7')).toHaveLength(2)
})

test('lists find a wallet by reference, purpose and text', async () => {
  await generate({ reference: 'find-me', purpose: 'PAYROLL' })
  const [row] = await rowsUnder('find-me')
  const id = row?.id ?? ''
  await update(id, { label: '100% cold' })
  for (const query of ['reference=find-me', 'purpose=PAYROLL', 'search=nd-m', 'search=100%25', 'search=payr'])
    expect(await list(query), query).toEqual([id])
  expect(await list('reference=find')).toEqual([])
  expect(await list('purpose=PAYROL')).toEqual([])
})
