import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { parseTransaction } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { businesses, projects, transactionAttempts, transactions, wallets } from '@/db/schema'
import { type Chain, listChains } from '@/server/chains/registry'
import { type Tenant, workerCtx } from '@/server/ctx'
import { openLanes } from '@/server/queue/open-lanes'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { propertyRuns } from '@/server/testing/proof'
import { transferRow } from '@/server/testing/transfer-row'
import { signer } from './signer'
import { ALLOWED, type Attempt, DECISIONS, HARMLESS, putPolicy, THEFTS } from './thief.test-data'

openDatabase()
let chain: Chain
let tenant: Tenant & { projectId: string }
let sibling: Attempt['sibling']
let stranger: Attempt['stranger']

beforeAll(async () => {
  await unguardRows()
  const found = (await listChains()).find(
    ({ chainType, maxFeePerGasCap }) => chainType === 'EVM' && maxFeePerGasCap > 0n,
  )
  if (!found) throw new Error('no chain')
  chain = found
  tenant = await createTenant()
  sibling = await walletOf(tenant)
  stranger = await walletOf(await createTenant())
})

async function walletOf(owner: Tenant) {
  const { address } = await newWallet(owner)
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  if (!wallet) throw new Error('no wallet')
  await openLanes(workerCtx().db, [
    { businessId: owner.businessId, chainId: chain.chainId, walletId: wallet.id, address },
  ])
  return wallet
}

/** A transfer of $10 that everything allows, as the engine would have it signed. */
async function attempt(): Promise<Attempt> {
  const { db } = workerCtx()
  await db.update(businesses).set({ status: 'active' }).where(eq(businesses.id, tenant.businessId))
  await db.update(projects).set({ status: 'active' }).where(eq(projects.id, tenant.projectId))
  await endRecoveries()
  await db.update(transactions).set({ status: 'FAILED' }).where(eq(transactions.businessId, tenant.businessId))
  await putPolicy(tenant)
  const wallet = await walletOf(tenant)
  const row = {
    ...transferRow({ ...tenant, walletId: wallet.id, address: wallet.address }),
    id: newId(),
    ...{ laneWalletId: wallet.id, chainId: chain.chainId, network: chain.network, addressIndex: wallet.addressIndex },
    ...{ projectId: tenant.projectId, toAddress: ALLOWED, amountUnits: 5n, valueUsdMicros: 10_000_000n },
    createdAt: new Date(Date.now() - 10 * 60_000),
  }
  await db.insert(transactions).values(row)
  const send = [{ transactionId: row.id, gasLimit: 21_000n, l1FeeUnits: 0n, callGas: null, accountNonce: null }]
  const fees = { maxFeePerGas: chain.maxFeePerGasCap, maxPriorityFeePerGas: 1n }
  const order = { lane: { walletId: wallet.id, fence: 0 }, leases: [], firstNonce: 0, ...fees, send }
  return { db, row, order, sibling, stranger, cap: chain.maxFeePerGasCap }
}

/** The signed bytes, or null where there are none. */
async function ask({ order }: Attempt): Promise<string | null> {
  const asked = { chainId: chain.chainId, isTrial: false, orders: [order] }
  const [stored] = await signer()
    .signLanes(asked)
    .then((lanes) => lanes.stored)
    .catch(() => [])
  return stored?.rawHex ?? null
}

async function expectAsked(asked: Attempt, isAllowed: boolean): Promise<void> {
  const before = await asked.db
    .select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, asked.row.id))
  const raw = await ask(asked)
  const after = await asked.db
    .select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, asked.row.id))
  expect(raw !== null).toBe(isAllowed)
  expect(after.length - before.length).toBe(isAllowed ? 1 : 0)
  if (raw === null) return
  const [row] = await asked.db.select().from(transactions).where(eq(transactions.id, asked.row.id))
  expect(parseTransaction(`0x${raw}`)).toMatchObject({
    to: row?.toAddress.toLowerCase(),
    value: row?.amountUnits,
    chainId: row?.chainId,
  })
  expect(row).toMatchObject({ stage: 'signed', nonce: 0, txHash: after.at(-1)?.txHash })
}

const decision = fc.constantFrom(...Object.keys(DECISIONS))
const thefts = fc.subarray(Object.keys(THEFTS), { maxLength: 2 })
const changes = fc.subarray(Object.keys(HARMLESS), { maxLength: 2 })

test('whoever holds the engine gets signatures of what the rows allow, and of nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(decision, changes, thefts, async (decided, harmless, stolen) => {
      const asked = await attempt()
      for (const name of harmless) await HARMLESS[name]?.(asked)
      // A policy that was saved later judges nothing, so that what it judges is not tried with it.
      const isJudged = !harmless.includes('a policy of now forbids what was accepted before')
      const tried = stolen.filter((name) => isJudged || !/policy|price|recipient|call/.test(name))
      for (const name of tried) await THEFTS[name]?.(asked)
      await DECISIONS[decided]?.trick(asked)
      await expectAsked(asked, (DECISIONS[decided]?.allows ?? false) && tried.length === 0)
    }),
    propertyRuns(60, 2_000),
  )
})

test.each(Object.entries(THEFTS))('signs nothing where %s', async (_name, trick) => {
  const asked = await attempt()
  await trick(asked)
  await expectAsked(asked, false)
})

test('signs what is above the threshold once a second person approved it', async () => {
  const asked = await attempt()
  await asked.db.update(transactions).set({ valueUsdMicros: 51_000_000n }).where(eq(transactions.id, asked.row.id))
  await expectAsked(asked, false)
  await DECISIONS['it was approved']?.trick(asked)
  await expectAsked(asked, true)
})

test('a trial leaves no signature behind', async () => {
  const asked = await attempt()
  const lanes = await signer().signLanes({ chainId: chain.chainId, isTrial: true, orders: [asked.order] })
  expect(lanes).toEqual({ stored: [], failed: [] })
  await expectAsked(asked, true)
})

test('of two signers that are asked for the same at once one signs, and there is one form of it', async () => {
  const asked = await attempt()
  const order = { chainId: chain.chainId, isTrial: false, orders: [asked.order] }
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => signer().signLanes(order)))
  const signed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.stored : []))
  const after = await asked.db
    .select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.transactionId, asked.row.id))
  expect(after.map(({ txHash }) => txHash)).toEqual(signed.map(({ txHash }) => txHash))
  expect(after).toHaveLength(1)
})

test('a nonce that one transaction was signed under takes no other, and asked again it is not signed anew', async () => {
  const first = await attempt()
  const second = { ...first, row: { ...first.row, id: newId() } }
  await first.db.insert(transactions).values(second.row)
  const [terms] = first.order.send
  if (!terms) throw new Error('nothing is ordered')
  second.order = { ...first.order, send: [{ ...terms, transactionId: second.row.id }] }
  await expectAsked(first, true)
  await expectAsked(first, false)
  await expectAsked(second, false)
  const [row] = await first.db.select().from(transactions).where(eq(transactions.id, second.row.id))
  expect(row).toMatchObject({ stage: 'queued', nonce: null })
})
