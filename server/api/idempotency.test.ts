import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idempotencyKeys, rpcEndpoints, transactions, wallets } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { signAccessToken } from '@/server/keys/access-token'
import { createApiKey } from '@/server/keys/create-api-key'
import { MESSAGES } from '@/server/refusals/messages'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { reply } from './endpoint'
import { runIdempotently } from './idempotency'

const CHAIN_ID = 84532
openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller

beforeAll(async () => {
  doors = await openDoors()
  caller = await newCaller()
  // Accepting a native transfer asks the chain nothing, so an address nobody listens on is enough.
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9')
  await inTenantWithSeed(caller.tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
})
afterAll(async () => {
  await doors.close()
})

const TRANSFER = {
  fromAddress: 0,
  toAddress: '0x00000000000000000000000000000000000000AA',
  amount: '0.001',
  chainType: 'EVM',
  chainId: CHAIN_ID,
}

function post(
  path: string,
  body: unknown,
  key: string,
  door: (typeof DOOR_NAMES)[number] = DOOR_NAMES[0],
  as = caller,
) {
  const headers = { authorization: `Bearer ${as.token}`, 'idempotency-key': key }
  return doors.open[door].send({ method: 'POST', path, headers, body })
}

const countTransactions = async () =>
  (await workerCtx().db.select().from(transactions).where(eq(transactions.businessId, caller.tenant.businessId))).length

test('64 transfers at once under one key are one transfer and 64 equal answers', async () => {
  const before = await countTransactions()
  const key = v7()
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => post('/v1/wallet/transaction', TRANSFER, key, DOOR_NAMES[index % 2])),
  )
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 202))
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(63)
  expect(await countTransactions()).toBe(before + 1)
  const changed = await post('/v1/wallet/transaction', { ...TRANSFER, amount: '0.002' }, key)
  expect([changed.status, changed.body]).toEqual([
    422,
    { status: false, message: MESSAGES.idempotencyKeyReused, code: 'idempotency_reused', param: 'Idempotency-Key' },
  ])
  expect(await countTransactions()).toBe(before + 1)
})

test('64 generations at once under one key make one wallet, indices without gaps', async () => {
  const fresh = await newCaller()
  const key = 'any printable text, really'
  const body = { chainType: 'EVM', purpose: 'X' }
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => post('/v1/wallet/hd/generate', body, key, DOOR_NAMES[index % 2], fresh)),
  )
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, fresh.tenant.businessId))
  expect(rows.map((row) => row.addressIndex)).toEqual([0])
})

test('takes the key quoted or bare, the body in any order, and keys of other operations and businesses apart', async () => {
  const key = v7()
  const first = await post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'A' }, key)
  const again = await post('/v1/wallet/hd/generate', { count: 1, purpose: 'A', chainType: 'EVM' }, `"${key}"`)
  expect(again.text).toBe(first.text)
  expect((await post('/v1/wallet/transaction', TRANSFER, key)).status).toBe(202)
  const other = await newCaller()
  const theirs = await post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'B' }, key, DOOR_NAMES[0], other)
  expect(theirs.status).toBe(201)
  expect(theirs.headers.get('idempotent-replayed')).toBeNull()
})

test("a second project of the business under the first one's key pays as well; a rotated key of one project does not", async () => {
  const { businessId } = caller.tenant
  const second = await newCaller({ businessId })
  const key = v7()
  const before = await countTransactions()
  const [first, other] = await Promise.all([
    post('/v1/wallet/transaction', TRANSFER, key),
    post('/v1/wallet/transaction', TRANSFER, key, DOOR_NAMES[1], second),
  ])
  expect([first.status, other.status]).toEqual([202, 202])
  expect(other.headers.get('idempotent-replayed')).toBeNull()
  expect(other.text).not.toBe(first.text)
  expect(await countTransactions()).toBe(before + 2)
  const { id: keyId } = await inTenant(caller.tenant, (ctx) =>
    createApiKey({ ...ctx, projectId: caller.tenant.projectId }, { environment: 'live' }),
  )
  const rotated = { ...caller, token: await signAccessToken({ ...caller.subject, keyId }) }
  const again = await post('/v1/wallet/transaction', TRANSFER, key, DOOR_NAMES[0], rotated)
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  const changed = await post('/v1/wallet/transaction', { ...TRANSFER, amount: '0.002' }, key, DOOR_NAMES[0], second)
  expect([changed.status, changed.body.message]).toEqual([422, MESSAGES.idempotencyKeyReused])
  expect(await countTransactions()).toBe(before + 2)
})

test('a person who acts on the business as a whole repeats one act, and a project none of it', async () => {
  const { projectId, ...rest } = caller.tenant
  const held = claim()
  const business = { ...rest, projectId: null }
  const work = async () => reply(200, 'Done', 'business')
  const again = { prepare, work: () => Promise.reject(new Error('ran twice')), write }
  expect(await runIdempotently(business, held, { prepare, work, write })).toMatchObject({ isReplay: false })
  expect(await runIdempotently(business, held, again)).toMatchObject({ body: '"business"', isReplay: true })
  const project = { ...rest, projectId }
  expect(
    await runIdempotently(project, held, { prepare, work: async () => reply(200, 'Done', 'project'), write }),
  ).toMatchObject({
    body: '"project"',
    isReplay: false,
  })
})

test.each([
  ['256 characters', 'k'.repeat(256)],
  ['a letter outside ASCII', 'clé'],
])('refuses a key of %s', async (_name, key) => {
  const answer = await post('/v1/wallet/hd/generate', { chainType: 'EVM' }, key)
  expect([answer.status, answer.body.message]).toEqual([400, MESSAGES.idempotencyKeyMalformed])
})

test('stores nothing of a refused request: the same key works once the cause is gone', async () => {
  const key = v7()
  await setEndpoint(false)
  const refused = await post('/v1/wallet/transaction', TRANSFER, key)
  expect(refused.body).toEqual({ status: false, message: MESSAGES.noRpc, code: 'chain_unavailable', param: 'chainId' })
  await setEndpoint(true)
  expect((await post('/v1/wallet/transaction', TRANSFER, key)).status).toBe(202)
})

test('answers a repetition also while the chain is out of service', async () => {
  const key = v7()
  const first = await post('/v1/wallet/transaction', TRANSFER, key)
  await setEndpoint(false)
  expect((await post('/v1/wallet/transaction', TRANSFER, v7())).status).toBe(404)
  const again = await post('/v1/wallet/transaction', TRANSFER, key)
  expect([again.status, again.text]).toEqual([202, first.text])
  await setEndpoint(true)
})

async function setEndpoint(isActive: boolean): Promise<void> {
  await inWorker(({ db }) => db.update(rpcEndpoints).set({ isActive }).where(eq(rpcEndpoints.chainId, CHAIN_ID)))
  forgetChains()
}

const claim = () => ({ operation: 'POST /test', key: v7(), fingerprint: 'f' })
const write = (answer: { data: unknown }) => JSON.stringify(answer.data)
const prepare = async () => undefined

test('a caller that comes while the first one waits for completion gets the same final answer', async () => {
  const held = claim()
  let settle = () => {}
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  const work = async () => ({
    ...reply(202, 'Accepted', 'pending'),
    afterCommit: async () => {
      await settled
      return reply(201, 'Completed', 'final')
    },
  })
  const first = runIdempotently(caller.tenant, held, { prepare, work, write })
  const second = runIdempotently(caller.tenant, held, {
    prepare,
    work: () => Promise.reject(new Error('ran twice')),
    write,
  })
  await expect.poll(() => storedStatus(held.key)).toBe(202)
  settle()
  expect(await first).toMatchObject({ status: 201, body: '"final"', isReplay: false })
  expect(await second).toMatchObject({ status: 201, body: '"final"', isReplay: true })
  expect(await storedStatus(held.key)).toBe(201)
})

test('a key whose work was refused is free again, and waiting callers then do the work once', async () => {
  const held = claim()
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs === 1) throw new ApiError('payment_required', 'short of money')
    return reply(200, 'Done', runs)
  }
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => runIdempotently(caller.tenant, held, { prepare, work, write })),
  )
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(runs).toBe(2)
})

async function storedStatus(key: string): Promise<number | null | undefined> {
  const [row] = await workerCtx().db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
  return row?.responseStatus
}
