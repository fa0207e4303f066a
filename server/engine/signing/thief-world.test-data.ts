import { eq } from 'drizzle-orm'
import { parseTransaction } from 'viem'
import { expect } from 'vitest'
import { newId } from '@/db/new-id'
import { businesses, projects, transactionAttempts, transactions, wallets } from '@/db/schema'
import { type Chain, listChains } from '@/server/chains/registry'
import { type Tenant, workerCtx } from '@/server/ctx'
import { openLanes } from '@/server/queue/open-lanes'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { endRecoveries } from '@/server/testing/open-recovery'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { transferRow } from '@/server/testing/transfer-row'
import { signer } from './signer'
import { ALLOWED, type Attempt, putPolicy } from './thief.test-data'

let chain: Chain
let tenant: Tenant & { projectId: string }
let sibling: Attempt['sibling']
let stranger: Attempt['stranger']

/** A chain, a tenant with a policy, and other wallets that a forged row may name. */
export async function openThiefWorld(): Promise<{ chain: Chain; tenant: Tenant & { projectId: string } }> {
  await unguardRows()
  const found = (await listChains()).find(
    ({ chainType, maxFeePerGasCap }) => chainType === 'EVM' && maxFeePerGasCap > 0n,
  )
  if (!found) throw new Error('no chain')
  chain = found
  tenant = await createTenant()
  sibling = await walletOf(tenant)
  stranger = await walletOf(await createTenant())
  return { chain, tenant }
}

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
export async function attempt(): Promise<Attempt> {
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
export async function ask({ order }: Attempt): Promise<string | null> {
  const asked = { chainId: chain.chainId, isTrial: false, orders: [order] }
  const [stored] = await signer()
    .signLanes(asked)
    .then((lanes) => lanes.stored)
    .catch(() => [])
  return stored?.rawHex ?? null
}

export async function expectAsked(asked: Attempt, isAllowed: boolean): Promise<void> {
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
