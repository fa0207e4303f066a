import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Address, getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetFactoryAbi } from '@/contracts/generated/asset-factory'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { tokenOperations, tokenSteps, tokens } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { tokenPage, tokenView } from '@/schemas/tokens/contract'
import { operationView } from '@/schemas/tokens/operations/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { assetFactoryAddress } from '@/server/chains/evm/asset-factory'
import { inTenantReading, inWorker, workerCtx } from '@/server/ctx'
import { walletClient } from '@/server/testing/wallet-client'
import { addEndpoint, messagesTo } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { type AssetParams, toAssetParams } from './issue/asset-params'
import { listTokens } from './list-tokens'
import { failOperations } from './operations/fail-operations'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

const LONG = { timeout: 240_000 }
let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const operationsOf = (tokenId: string) => workerCtx().db.$count(tokenOperations, eq(tokenOperations.tokenId, tokenId))
const factory = { address: assetFactoryAddress(), abi: assetFactoryAbi } as const
const saltOf = (text: string): Hex => `0x${text.replace(/^0x/, '')}`

test('two equal requests at once make one token, with one contract at its announced address', LONG, async () => {
  const before = await workerCtx().db.$count(tokens)
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => world.issue(PLAIN, key)))
  expect(answers.map(({ code }) => code)).toEqual([201, 201, 201])
  expect(answers.map(({ replayed }) => replayed).sort()).toEqual([false, true, true])
  const [one, ...others] = answers.map(({ data }) => tokenView.parse(data))
  if (!one) throw new Error('somebody was answered')
  for (const other of others) expect(other).toEqual(one)
  expect(await workerCtx().db.$count(tokens)).toBe(before + 1)
  expect(await operationsOf(one.id)).toBe(1)
  await finish(one)
  expect(await world.read(one.id)).toMatchObject({ status: 'ACTIVE', contractAddress: one.contractAddress })
  const made = await world.chain.rpc.getContractEvents({ ...factory, eventName: 'AssetCreated', fromBlock: 0n })
  expect(made.filter(({ args }) => args.asset === one.contractAddress)).toHaveLength(1)
  expect(await world.issue({ ...PLAIN, ticker: 'OTHER' }, key)).toMatchObject({ code: 422 })
})

test('issued at once under one reference and many keys it is one token, which shows the reference', LONG, async () => {
  const { client } = world
  const { id: endpointId } = await addEndpoint(client.tenant, 'https://x.example/hook', { events: ['token.*'] })
  const tags = { reference: 'fund-1', metadata: { customer: 'c-77' } }
  const before = await workerCtx().db.$count(tokens)
  const answers = await Promise.all([1, 2, 3].map(() => world.issue({ ...PLAIN, ...tags })))
  expect(answers.map(({ code, replayed }) => [code, replayed]).sort()).toEqual([
    [201, false],
    [201, true],
    [201, true],
  ])
  const [first, ...others] = answers.map(({ data }) => tokenView.parse(data))
  if (!first) throw new Error('no answer')
  expect(others.map(({ id }) => id)).toEqual([first.id, first.id])
  expect(first).toMatchObject(tags)
  expect(await workerCtx().db.$count(tokens)).toBe(before + 1)
  await finish(first)
  expect(await world.read(first.id)).toMatchObject({ status: 'ACTIVE', ...tags })
  const [message] = await messagesTo(endpointId)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'token.deployed', data: tags })
  const again = await world.issue({ ...PLAIN, ...tags })
  expect(again).toMatchObject({ code: 201, replayed: true, data: { id: first.id, status: 'ACTIVE' } })
  for (const change of [{ ticker: 'OTHER' }, { metadata: undefined }]) {
    const refused = await world.issue({ ...PLAIN, ...tags, ...change })
    expect(refused).toMatchObject({ code: 409, refusal: 'reference_used', param: 'reference' })
    expect(refused.message).toContain(first.id)
  }
  expect(await workerCtx().db.$count(tokens)).toBe(before + 1)
})

test('an issue that fails reports the reference and the metadata with its operation', LONG, async () => {
  const { client } = world
  const { id: endpointId } = await addEndpoint(client.tenant, 'https://x.example/failed', { events: ['token.failed'] })
  const tags = { reference: 'fund-failed', metadata: { customer: 'c-78' } }
  const token = tokenView.parse((await world.issue({ ...PLAIN, ...tags })).data)
  expect(await deployment(token)).toMatchObject({ kind: 'DEPLOY', ...tags })
  const failure = { error: 'The deployment reverted', code: 'transaction_failed' }
  await inWorker(({ db }) => failOperations(db, new Map([[token.operationRef, failure]]), new Date()))
  const [message] = await messagesTo(endpointId)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'token.failed',
    data: { kind: 'DEPLOY', status: 'FAILED', tokenId: token.id, ...failure, ...tags },
  })
  expect(await world.read(token.id)).toMatchObject({ status: 'FAILED', ...tags })
})

test('a token is found by its reference in its project alone, where another one may have it too', LONG, async () => {
  const { client } = world
  const first = tokenView.parse((await world.issue({ ...PLAIN, reference: 'Fund_2' })).data)
  const listed = async (query: string, of = client) =>
    tokenPage.parse((await of.get(`/v1/tokens${query}`)).data).items.map(({ id }) => id)
  expect(await listed('?reference=Fund_2')).toEqual([first.id])
  expect(await listed('?reference=Fund')).toEqual([])
  const found = (search: string) =>
    inTenantReading(client.tenant, async (ctx) => {
      const own = { ...ctx, projectId: client.tenant.projectId }
      return (await listTokens(own, { page: 1, pageSize: 20, search })).items.map(({ id }) => id)
    })
  for (const search of ['und_2', first.contractAddress.slice(0, 12), first.id])
    expect(await found(search)).toEqual([first.id])
  expect(await found('fund%2')).toEqual([])
  for (const other of [await walletClient({ businessId: client.businessId }), await walletClient()]) {
    expect(await listed('?reference=Fund_2', other)).toEqual([])
    expect((await other.get(`/v1/tokens/${first.id}`)).code).toBe(404)
    const own = await other.post('/v1/tokens', { ...PLAIN, ticker: 'OWN', reference: 'Fund_2' }, randomUUID())
    expect(own).toMatchObject({ code: 201, replayed: false, data: { ticker: 'OWN' } })
  }
})

async function deployment({ id, operationRef }: { id: string; operationRef: string }) {
  return operationView.parse((await world.client.get(`/v1/tokens/${id}/operations/${operationRef}`)).data)
}

/** A token that is issued and not sent yet. */
async function issued() {
  const token = tokenView.parse((await world.issue(PLAIN)).data)
  const [row] = await workerCtx().db.select().from(tokens).where(eq(tokens.id, token.id))
  if (!row) throw new Error('an issued token has a row')
  const params = toAssetParams({ ...row, paymentToken: null })
  return { token, params, salt: saltOf(row.salt) }
}

/** Deploys it from another account. */
async function createFirst(params: AssetParams, salt: Hex): Promise<void> {
  const call = { chain: null, ...factory, functionName: 'createAsset', args: [params, salt] } as const
  const hash = await world.chain.rpc.writeContract(call)
  const receipt = await waitForReceipt(world.chain.rpc, hash)
  expect(receipt.status).toBe('success')
}

async function finish(token: { id: string; operationRef: string }): Promise<void> {
  const operation = { code: 202, message: '', status: true, replayed: false, data: await deployment(token) }
  expect((await world.ended(token.id, operation)).status).toBe('COMPLETED')
}

const adminOf = (address: string) =>
  world.chain.rpc.readContract({ address: getAddress(address), abi: yieldTokenAbi, functionName: 'admin' })

test('a deployment of our token by another account makes it ours', LONG, async () => {
  const { token, params, salt } = await issued()
  await createFirst(params, salt)
  expect(await adminOf(token.contractAddress)).toBe(world.admin)
  await finish(token)
  expect(await world.read(token.id)).toMatchObject({ status: 'ACTIVE', tokenAdmin: world.admin })
  const minted = await world.done(token.id, 'mint', { to: world.admin, amount: '5' })
  expect(minted.status).toBe('COMPLETED')
  expect(await world.supplyOf(token.contractAddress)).toBe(5_000_000n)
})

test('another deployment with our salt has another address', LONG, async () => {
  const { token, params, salt } = await issued()
  const theirs = { ...params, admin: stranger() }
  const prediction = { ...factory, functionName: 'predictAsset', args: [theirs, salt] } as const
  const elsewhere = await world.chain.rpc.readContract(prediction)
  expect(elsewhere).not.toBe(token.contractAddress)
  await createFirst(theirs, salt)
  expect(await adminOf(elsewhere)).toBe(theirs.admin)
  await finish(token)
  expect(await adminOf(token.contractAddress)).toBe(world.admin)
})

test('concurrent equal mints or registrations are one with one key, and two with two keys', LONG, async () => {
  const token = await world.active(PLAIN)
  const holder = stranger()
  const twice = async (what: string, body: object) => {
    const before = await operationsOf(token.id)
    const key = randomUUID()
    const answers = await Promise.all([1, 2].map(() => world.ask(token.id, what, body, key)))
    expect(answers.map(({ code }) => code)).toEqual([202, 202])
    const refs = answers.map(({ data }) => operationView.parse(data).operationRef)
    expect(new Set(refs).size).toBe(1)
    expect(await operationsOf(token.id)).toBe(before + 1)
    const [first] = answers
    if (first) expect((await world.ended(token.id, first)).status).toBe('COMPLETED')
  }
  await twice('wallets', { address: holder, investorId: 'one' })
  await twice('mint', { to: holder, amount: '2' })
  expect(await world.onChain(token.contractAddress, holder)).toBe(2_000_000n)
  const both = await Promise.all([1, 2].map(() => world.ask(token.id, 'mint', { to: holder, amount: '3' })))
  for (const answer of both) expect((await world.ended(token.id, answer)).status).toBe('COMPLETED')
  expect(await world.onChain(token.contractAddress, holder)).toBe(8_000_000n)
  expect((await world.read(token.id)).totalSupply).toBe('8')
})

test('a coupon or principal that is paid three times at once is paid once', LONG, async () => {
  const terms = { annualRate: 10, couponInterval: 12, dayCount: 'ACT_365', faceValuePerToken: 100 }
  const day = await world.dayAfter(30)
  const yieldParams = { ...terms, firstCouponDate: day, maturityDate: day }
  const bond = await world.active({ ...PLAIN, tokenType: 'YIELD_BEARING', yieldParams })
  const holder = stranger()
  await world.done(bond.id, 'wallets', { address: holder, investorId: 'one' })
  await world.done(bond.id, 'mint', { to: holder, amount: '10' })
  await world.fund(world.admin, 2_000_000_000n)
  const [coupon] = yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  if (!coupon) throw new Error('the bond has a coupon')
  await world.travelTo(coupon.payDate)
  await world.client.signInAgain()
  await world.keep()
  await oneOf(bond.id, `yield/${coupon.couponId}/pay`)
  const { numerator, denominator } = coupon.dayCountFraction
  const interest = (10n * 100_000_000n * BigInt(numerator)) / (10n * BigInt(denominator))
  expect(await world.paidTo(holder)).toBe(interest)
  await oneOf(bond.id, 'call')
  expect(await world.read(bond.id)).toMatchObject({ status: 'REDEEMED', totalSupply: '0' })
  expect(await world.paidTo(holder)).toBe(interest + 1_000_000_000n)
  expect(await workerCtx().db.$count(tokenSteps, eq(tokenSteps.status, 'FAILED'))).toBe(0)
})

/** Requests it three times at once with different keys: one succeeds, and the others are refused as open or done. */
async function oneOf(tokenId: string, what: string): Promise<void> {
  const answers = await Promise.all([1, 2, 3].map(() => world.ask(tokenId, what)))
  const accepted = answers.filter(({ code }) => code === 202)
  expect(accepted).toHaveLength(1)
  for (const { code, refusal } of answers.filter((answer) => answer.code !== 202))
    expect([code, refusal]).toEqual([409, 'operation_open'])
  for (const answer of accepted) expect((await world.ended(tokenId, answer)).status).toBe('COMPLETED')
}

test('minted tokens cannot move during their lock-up', LONG, async () => {
  const DAY = 86_400
  const token = await world.active({ ...PLAIN, lockUpDuration: DAY })
  const [own, other] = [await world.newWallet(), stranger()]
  const wallets = [own, other].map((address, n) => ({ address, investorId: `investor-${n}` }))
  await world.done(token.id, 'wallets', { wallets })
  await world.done(token.id, 'mint', { to: own, amount: '10' })
  const move = { from: own, to: other, amount: '1' }
  expect(await world.ask(token.id, 'transfer', move)).toMatchObject({
    code: 422,
    refusal: 'locked_up',
    data: { status: 'FAILED', code: 'locked_up' },
  })
  await world.done(token.id, 'transfer', { ...move, forced: true })
  expect(await world.onChain(token.contractAddress, other)).toBe(1_000_000n)
  // Lock-ups are counted in 64 parts, so it ends at most one part later.
  await world.travelTo(await world.dayAfter(2))
  await world.client.signInAgain()
  await world.done(token.id, 'transfer', move)
  expect(await world.onChain(token.contractAddress, other)).toBe(2_000_000n)
})
