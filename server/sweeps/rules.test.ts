import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, chainTokens, projects, sweepRules, sweepWallets } from '@/db/schema'
import { sweepRuleView } from '@/schemas/sweeps/contract'
import { MAX_SWEEP_RULES } from '@/schemas/sweeps/words'
import { forgetChains } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inWorker, workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'

const PATH = '/v1/wallet/sweeps'
const CHAIN_ID = 84_532
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const UNKNOWN = '0x52908400098527886E0F7030069857D2E4169EE7'

openDatabase()
let client: WalletClient
let treasury: string

beforeAll(async () => {
  // Never asked: on testnets no fee is.
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:1')
  await inWorker(({ db }) =>
    db
      .insert(chainTokens)
      .values({ chainId: CHAIN_ID, address: TOKEN, symbol: 'TST', decimals: 6 })
      .onConflictDoNothing(),
  )
  forgetChains()
  client = await walletClient()
  treasury = await walletOf(client, 'TREASURY')
  await walletOf(client, 'DEPOSITS')
})

async function walletOf({ tenant }: WalletClient, purpose: string): Promise<string> {
  const [made] = await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose }))
  return made?.address ?? ''
}

const rule = (change: object = {}) => ({
  chainId: CHAIN_ID,
  tokenAddress: TOKEN,
  purpose: randomUUID(),
  toAddress: treasury,
  threshold: '50',
  ...change,
})
const create = (change: object = {}, key: string = randomUUID(), by = client) => by.post(PATH, rule(change), key)
const read = ({ data }: { data?: unknown }) => sweepRuleView.parse(data)
const countRules = async () => (await workerCtx().db.select({ id: sweepRules.id }).from(sweepRules)).length

test('a rule is created, read, listed, changed and deleted, and the audit log says by whom', async () => {
  const made = read(await create({ purpose: 'DEPOSITS', keep: '0.5', metadata: { book: 'a' } }))
  expect(made).toMatchObject({
    ...{ chainType: 'EVM', tokenAddress: TOKEN, symbol: 'TST', purpose: 'DEPOSITS', toAddress: treasury },
    ...{ threshold: '50', keep: '0.5', schedule: null, nextRunAt: null, status: 'ACTIVE', heldWallets: 0 },
  })
  expect(read(await client.get(`${PATH}/${made.id}`))).toEqual(made)
  expect(await client.get(PATH)).toMatchObject({ code: 200, data: { data: [made], meta: { total: 1 } } })
  const schedule = { at: '22:00', timeZone: 'Africa/Lagos' }
  const changed = await client.patch(`${PATH}/${made.id}`, {
    threshold: '2.5',
    schedule,
    metadata: { book: null, x: 'y' },
  })
  expect(read(changed)).toMatchObject({ threshold: '2.5', schedule, metadata: { x: 'y' } })
  expect(read(changed).nextRunAt?.slice(10)).toBe('T21:00:00.000Z')
  const atOnce = read(await client.patch(`${PATH}/${made.id}`, { schedule: null, status: 'PAUSED' }))
  expect(atOnce).toMatchObject({ schedule: null, nextRunAt: null, status: 'PAUSED', threshold: '2.5' })
  expect(await client.get(`${PATH}?status=ACTIVE`)).toMatchObject({ data: { data: [] } })
  expect(await client.delete(`${PATH}/${made.id}`)).toMatchObject({ code: 200 })
  for (const answer of [await client.get(`${PATH}/${made.id}`), await client.delete(`${PATH}/${made.id}`)])
    expect(answer).toMatchObject({ code: 404, refusal: 'sweep_rule_not_found', param: 'id' })
  const entries = await workerCtx().db.select().from(auditLog).where(eq(auditLog.target, made.id)).orderBy(auditLog.seq)
  expect(entries.map(({ action }) => action)).toEqual([
    'sweep-rule.created',
    'sweep-rule.updated',
    'sweep-rule.updated',
    'sweep-rule.deleted',
  ])
})

test.each([
  ['threshold', { threshold: '0' }],
  ['threshold', { threshold: '-1' }],
  ['threshold', { threshold: '1e3' }],
  ['threshold', { threshold: '0.0000001' }],
  ['keep', { keep: '1,5' }],
  ['tokenAddress', { tokenAddress: UNKNOWN }],
  ['tokenAddress', { tokenAddress: 'x' }],
  ['schedule.at', { schedule: { at: '24:00' } }],
  ['schedule.timeZone', { schedule: { at: '12:00', timeZone: 'Mars/Base' } }],
  ['surprise', { surprise: 1 }],
  ['status', { status: 'PAUSED' }],
])('refuses %s and creates nothing', async (param, change) => {
  const before = await countRules()
  expect(await create(change)).toMatchObject({ code: 400, refusal: 'validation_failed', param })
  expect(await countRules()).toBe(before)
})

test('refuses a target that is not theirs, unknown, or deactivated, and a chain that is not there', async () => {
  const stranger = await walletClient()
  const foreign = await walletOf(stranger, 'TREASURY')
  expect(await create({ toAddress: foreign })).toMatchObject({ code: 403, refusal: 'wallet_foreign' })
  expect(await create({ toAddress: UNKNOWN })).toMatchObject({ code: 404, refusal: 'wallet_not_found' })
  expect(await create({ toAddress: 'abc' })).toMatchObject({ code: 404, refusal: 'wallet_not_found' })
  expect(await create({ chainId: 999 })).toMatchObject({ code: 404, refusal: 'chain_unavailable' })
  const made = read(await create())
  for (const answer of [
    await stranger.get(`${PATH}/${made.id}`),
    await stranger.patch(`${PATH}/${made.id}`, { status: 'PAUSED' }),
    await stranger.delete(`${PATH}/${made.id}`),
  ])
    expect(answer).toMatchObject({ code: 404, refusal: 'sweep_rule_not_found' })
})

test('one key and one reference make one rule, also of many at once', async () => {
  const [key, purpose] = [randomUUID(), randomUUID()]
  const answers = await Promise.all([1, 2, 3].map(() => create({ purpose }, key)))
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  const body = { purpose: randomUUID(), reference: 'rule-1' }
  const [one, two] = [await create(body), await create(body)]
  expect(two).toMatchObject({ code: 201, data: one.data })
  expect(await create({ ...body, threshold: '9' })).toMatchObject({ code: 409, refusal: 'reference_used' })
  const same = await Promise.all([1, 2, 3].map(() => create({ purpose: 'same' })))
  expect(same.map(({ code }) => code).sort()).toEqual([201, 409, 409])
  expect(same.find(({ code }) => code === 409)).toMatchObject({ refusal: 'sweep_rule_exists', param: 'purpose' })
})

test('no two rules of a business feed each other, also of its other project and of many at once', async () => {
  const own = await walletClient()
  const other = await walletClient({ businessId: own.tenant.businessId })
  const [a, b] = [await walletOf(own, 'A'), await walletOf(own, 'B')]
  const feed = { code: 409, refusal: 'sweep_rules_feed', param: 'toAddress' }
  expect(await create({ purpose: 'A', toAddress: a }, randomUUID(), own)).toMatchObject(feed)
  const both = await Promise.all([
    create({ purpose: 'A', toAddress: b }, randomUUID(), own),
    create({ purpose: 'B', toAddress: a }, randomUUID(), own),
  ])
  expect(both.map(({ code }) => code).sort()).toEqual([201, 409])
  const target = both[0].code === 201 ? b : a
  // Another asset is another matter, and a rule for all wallets leaves targets out.
  const coin = { purpose: 'B', toAddress: a, tokenAddress: undefined }
  expect(await create(coin, randomUUID(), own)).toMatchObject({ code: 201 })
  expect(await create({ purpose: undefined, toAddress: target }, randomUUID(), own)).toMatchObject({ code: 201 })
  const theirs = await walletOf(other, 'C')
  expect(await create({ purpose: 'D', toAddress: theirs }, randomUUID(), own)).toMatchObject({ code: 201 })
  expect(await create({ purpose: 'C', toAddress: b }, randomUUID(), other)).toMatchObject(feed)
})

test('a suspended project and a plan without transfers are refused', async () => {
  const poor = await walletClient({ capabilities: ['wallet.hd.read'] })
  expect(await create({}, randomUUID(), poor)).toMatchObject({ code: 403, refusal: 'capability_missing' })
  const own = await walletClient()
  const set = (change: Partial<typeof projects.$inferInsert>) =>
    inWorker(({ db }) => db.update(projects).set(change).where(eq(projects.id, own.tenant.projectId)))
  await set({ status: 'suspended' })
  forgetCaches()
  expect(await create({}, randomUUID(), own)).toMatchObject({ code: 403, refusal: 'project_suspended' })
})

test('a project has 50 rules at most', async () => {
  const own = await walletClient()
  const to = await walletOf(own, 'TREASURY')
  const made = read(await create({ toAddress: to }, randomUUID(), own))
  const [row] = await workerCtx().db.select().from(sweepRules).where(eq(sweepRules.id, made.id))
  if (!row) throw new Error('no rule')
  const more = Array.from({ length: MAX_SWEEP_RULES - 1 }, (_, n) => ({ ...row, id: randomUUID(), purpose: `P${n}` }))
  await inWorker(({ db }) => db.insert(sweepRules).values(more))
  expect(await create({ toAddress: to }, randomUUID(), own)).toMatchObject({ code: 400 })
  await own.delete(`${PATH}/${made.id}`)
  expect(await create({ toAddress: to }, randomUUID(), own)).toMatchObject({ code: 201 })
})

test('ACTIVE resumes a stopped rule and its held wallets', async () => {
  const own = await walletClient()
  const to = await walletOf(own, 'TREASURY')
  const { id: ruleId } = read(await create({ toAddress: to }, randomUUID(), own))
  await inWorker(async ({ db }) => {
    const [target] = await db
      .select({ id: sweepRules.targetWalletId })
      .from(sweepRules)
      .where(eq(sweepRules.id, ruleId))
    const { businessId } = own.tenant
    const held = { state: 'HELD', failures: 4, reason: 'no', trigger: 'deposit', dueAt: new Date(0) } as const
    await db.insert(sweepWallets).values({ businessId, ruleId, walletId: target?.id ?? '', ...held })
    await db.update(sweepRules).set({ status: 'STOPPED', stoppedReason: 'no' }).where(eq(sweepRules.id, ruleId))
  })
  expect(read(await own.get(`${PATH}/${ruleId}`))).toMatchObject({ status: 'STOPPED', heldWallets: 1 })
  const resumed = read(await own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' }))
  expect(resumed).toMatchObject({ status: 'ACTIVE', stoppedReason: null, heldWallets: 0 })
})
