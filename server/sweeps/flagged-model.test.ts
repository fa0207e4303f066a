import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import {
  approvals,
  blockedAddresses,
  depositScreenings,
  deposits,
  policies,
  transactionAttempts,
  transactions,
  wallets,
} from '@/db/schema'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { decideScreening } from '@/server/deposits/decide-screening'
import { flagDeposits } from '@/server/deposits/flag-deposits'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/arrivals'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { FOUND, type Step, steps } from './flagged-steps.test-data'
import { newSweeper, type Sweeper, sweepAt } from './sweep-world.test-data'

const crash = vi.hoisted((): { at: string | null } => ({ at: null }))
vi.mock('@/server/fault-point', async (original) => ({
  ...(await original<object>()),
  faultPoint: (point: string) => {
    if (point !== crash.at) return
    crash.at = null
    throw new Error('crashed')
  },
}))

openDatabase()
let local: LocalChain
beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local.stop())

const MAJOR = 1_000_000n
const BLOCKED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const CUSTOMER = '0x00000000000000000000000000000000000000c1'
const TRANSFER = 'function transfer(address to, uint256 value) returns (bool)'

type World = { own: Sweeper; owner: Tenant & { projectId: string }; till: string; arrived: bigint; customerHad: bigint }

async function newWorld(): Promise<World> {
  const own = await newSweeper()
  const [till = ''] = await own.newWallets({ count: 1 })
  const { businessId, projectId } = own.tenant
  const rules = { approvalAboveMicros: 0n, isActive: false, updatedBy: 'test' }
  await inWorker(async ({ db }) => {
    await db.insert(policies).values({ businessId, projectId, ...rules })
    await db.insert(blockedAddresses).values({ businessId, address: BLOCKED, reason: 'test', createdBy: 'test' })
  })
  await own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury, threshold: '1' })
  const { person } = await portalOf(own.tenant, 'owner', 'Ada')
  const owner = { ...own.tenant, actor: { type: 'user' as const, id: person.id, name: 'Ada' } }
  return { own, owner, till, arrived: 0n, customerHad: await local.tokenBalance(CUSTOMER) }
}

const twice = (work: () => Promise<unknown>) => Promise.allSettled([work(), work()])

async function play(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'deposit':
      return deposit(world, BigInt(step.amount) * MAJOR, step.isFlagged)
    case 'spend':
      return spend(world, step)
    case 'sweep':
      return void (await twice(() => sweepAt()))
    case 'hold':
      return hold(world, step.isHeld)
    case 'approve':
      return decideApprovals(world, step.isApproved)
    case 'decide':
      return decideFlags(world, step.isCleared)
    case 'crash':
      crash.at = step.at
      await pumpChain(workerCtx(), CHAIN_ID).catch(() => {})
      crash.at = null
      return
    case 'send':
      return drainChain()
  }
}

/** A deposit as the follower confirms it. */
async function deposit(world: World, units: bigint, isFlagged: boolean): Promise<void> {
  const { own, till } = world
  await local.fundToken(till, units)
  world.arrived += units
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, till))
  const { businessId, projectId } = own.tenant
  const row = {
    ...{ businessId, projectId, walletId: wallet?.id ?? '', chainId: CHAIN_ID, tokenAddress: local.cngn.address },
    ...{ symbol: 'cNGN', decimals: 6, amountUnits: units, fromAddress: isFlagged ? BLOCKED : local.gasWallet },
    ...{ txHash: randomUUID(), blockNumber: 1n, blockHash: randomUUID(), stage: 'confirmed' as const },
  }
  await inWorker(async ({ db, now }) => {
    const [made] = await db.insert(deposits).values(row).returning({ id: deposits.id })
    await flagDeposits(db, [made?.id ?? ''], now())
    await enqueueDepositWallets(db, [made?.id ?? ''], now())
  })
}

/** The business sends tokens by a transfer, or by a call, whose row does not say what it moves. */
async function spend({ own, till }: World, step: { amount: number; isCall: boolean }): Promise<void> {
  const { address: tokenAddress } = local.cngn
  const key = randomUUID()
  const from = { fromAddress: till, chainId: CHAIN_ID }
  const args = [CUSTOMER, String(BigInt(step.amount) * MAJOR)]
  const [path, body] = step.isCall
    ? ['/v1/wallet/contract/call', { ...from, to: tokenAddress, function: TRANSFER, args }]
    : ['/v1/wallet/transaction', { ...from, toAddress: CUSTOMER, amount: `${step.amount}`, tokenAddress }]
  await twice(() => own.post(path, step.isCall ? body : { ...body, chainType: 'EVM' }, key))
}

/** What the project sends from now on waits for a second person, or no longer does. */
async function hold({ own }: World, isActive: boolean): Promise<void> {
  const ofProject = eq(policies.projectId, own.tenant.projectId)
  await workerCtx().db.update(policies).set({ isActive, updatedAt: new Date() }).where(ofProject)
  forgetCaches()
}

async function decideApprovals({ own, owner }: World, isApproved: boolean): Promise<void> {
  const waiting = and(eq(approvals.businessId, own.businessId), eq(approvals.status, 'pending'))
  const verb = isApproved ? approveTransaction : rejectTransaction
  for (const { id: approvalId } of await workerCtx().db.select().from(approvals).where(waiting))
    await twice(() => inTenant(owner, (ctx) => verb({ ...ctx, projectId: owner.projectId }, { approvalId, note: '' })))
}

async function decideFlags({ own, owner }: World, isCleared: boolean): Promise<void> {
  const decision = isCleared ? 'CLEARED' : 'KEPT'
  const { businessId } = own
  const rows = await workerCtx().db.select().from(depositScreenings).where(eq(depositScreenings.businessId, businessId))
  for (const { depositId } of rows)
    await twice(() =>
      inTenant(owner, (ctx) =>
        decideScreening(ctx, { depositId, decision, note: 'A reason', list: 'BUSINESS', businessId }),
      ),
    )
}

/** The sweeps that a block holds, and the units that were flagged when each was first signed. */
const minedSweeps = ({ own }: World) =>
  workerCtx()
    .db.select({
      nonce: transactions.nonce,
      block: transactions.blockNumber,
      amountUnits: transactions.amountUnits,
      flagged: sql<string>`(select coalesce(sum(d.amount_units), 0)::text from ${depositScreenings} f
        join ${deposits} d on d.id = f.deposit_id
        where f.business_id = ${own.businessId} and f.created_at <= min(${transactionAttempts.createdAt})
          and (f.status <> 'CLEARED' or f.decided_at > min(${transactionAttempts.createdAt})))`,
    })
    .from(transactions)
    .innerJoin(transactionAttempts, eq(transactionAttempts.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.businessId, own.businessId),
        eq(transactions.type, 'SWEEP'),
        eq(transactions.status, 'COMPLETED'),
      ),
    )
    .groupBy(transactions.id)

/** What the wallet held once its transaction of this nonce was executed. */
async function heldBehind({ till }: World, { block, nonce }: { block: bigint; nonce: number }): Promise<bigint> {
  const before = await local.rpc.readContract({
    address: local.cngn.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [getAddress(till)],
    blockNumber: block - 1n,
  })
  const { transactions: mined } = await local.rpc.getBlock({ blockNumber: block, includeTransactions: true })
  const own = mined.filter((one) => one.from === till.toLowerCase() && one.nonce <= nonce)
  const receipts = await Promise.all(own.map(({ hash }) => local.rpc.getTransactionReceipt({ hash })))
  const left = receipts.filter(({ status }) => status === 'success').flatMap(({ logs }) => logs)
  return before - left.reduce((sum, { data }) => sum + BigInt(data), 0n)
}

test('a sweep leaves what is flagged, whatever its business sends beside it, and loses no unit', {
  timeout: proofTimeout(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (played) => {
      const world = await newWorld()
      for (const step of played) await play(world, step)
      await decideApprovals(world, true)
      await drainChain()
      for (const { flagged, block, nonce } of await minedSweeps(world))
        expect(await heldBehind(world, { block: block ?? 0n, nonce: Number(nonce) })).toBeGreaterThanOrEqual(
          BigInt(flagged),
        )
      const [inTill, swept, spent] = await Promise.all([
        local.tokenBalance(world.till),
        local.tokenBalance(world.own.treasury),
        local.tokenBalance(CUSTOMER),
      ])
      expect(inTill + swept + spent - world.customerHad).toBe(world.arrived)
      const open = and(eq(transactions.businessId, world.own.businessId), eq(transactions.status, 'PENDING'))
      expect(await workerCtx().db.select({ stage: transactions.stage }).from(transactions).where(open)).toEqual([])
    }),
    { ...propertyRuns(2, 60), endOnFailure: true, examples: FOUND.map((found): [Step[]] => [found]) },
  )
})
