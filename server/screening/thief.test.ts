import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { enqueueDepositWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { newSweeper, type Sweeper, sweepAt } from '@/server/sweeps/sweep-world.test-data'
import { budgetDrift } from '@/server/testing/budget-drift'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'

openDatabase()
let local: LocalChain
beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local.stop())

const MAJOR = 1_000_000n
const newOutsiders = () => Array.from({ length: 3 }, () => `0x${randomUUID().replaceAll('-', '').padStart(40, '1')}`)

const outsider = fc.integer({ min: 0, max: 2 })
const list = fc.constantFrom('business', 'platform')
const amount = fc.integer({ min: 1, max: 120 })
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('block' as const), outsider, list }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unblock' as const), outsider, list }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('transfer' as const), outsider, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('batch' as const), to: fc.array(outsider, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), isApproved: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit' as const), outsider, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const), by: list }) },
  { weight: 2, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'send' as const }) },
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

type World = {
  own: Sweeper
  owner: Tenant & { projectId: string }
  source: string
  till: string
  outsiders: string[]
  arrived: bigint
}

async function newWorld(): Promise<World> {
  const own = await newSweeper()
  const [source = ''] = await own.newWallets({ purpose: 'PAYOUTS', count: 1 })
  const [till = ''] = await own.newWallets({ purpose: 'DEPOSITS', count: 1 })
  await local.fundToken(source, 10_000n * MAJOR)
  const { businessId, projectId } = own.tenant
  const above = { businessId, projectId, approvalAboveMicros: 0n, updatedBy: 'test' }
  // Payouts of an asset without a price ask a second person; sweeps have a rule's target.
  await inWorker(({ db }) => db.insert(policies).values({ ...above, isActive: false }))
  forgetCaches()
  await own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury, threshold: '1' })
  const { person } = await portalOf(own.tenant, 'owner', 'Ada')
  const owner = { ...own.tenant, actor: { type: 'user' as const, id: person.id, name: 'Ada' } }
  return { own, owner, source, till, outsiders: newOutsiders(), arrived: 0n }
}

const listOf = ({ own }: World, which: string) => (which === 'platform' ? PLATFORM_BUSINESS_ID : own.businessId)
/** Everything is done twice at once: the second is refused, replayed or changes nothing. */
const twice = (work: () => Promise<unknown>) => Promise.allSettled([work(), work()])

async function play(world: World, step: Step): Promise<void> {
  const { own, source, till, outsiders } = world
  const { db } = workerCtx()
  const line = (n: number, units: number) => ({
    ...{ fromAddress: source, toAddress: outsiders[n], amount: String(units), chainType: 'EVM', chainId: CHAIN_ID },
    tokenAddress: local.cngn.address,
  })
  switch (step.do) {
    case 'block': {
      const row = {
        businessId: listOf(world, step.list),
        address: outsiders[step.outsider] ?? '',
        reason: 'test',
        createdBy: 'test',
      }
      await twice(() => db.insert(blockedAddresses).values(row).onConflictDoNothing())
      return
    }
    case 'unblock': {
      const isThis = and(
        eq(blockedAddresses.businessId, listOf(world, step.list)),
        eq(blockedAddresses.address, outsiders[step.outsider] ?? ''),
        isNull(blockedAddresses.removedAt),
      )
      await twice(() => db.update(blockedAddresses).set({ removedAt: new Date(), removedBy: 'test' }).where(isThis))
      return
    }
    case 'transfer': {
      const key = randomUUID()
      await twice(() => own.post('/v1/wallet/transaction', line(step.outsider, step.amount), key))
      return
    }
    case 'batch': {
      const key = randomUUID()
      const transfers = step.to.map((n) => line(n, 1))
      await twice(() => own.post('/v1/wallet/transaction/batch', { transfers }, key))
      return
    }
    case 'decide': {
      // The next transfers wait for a second person, or no longer do.
      const ofProject = eq(policies.projectId, own.tenant.projectId)
      await db.update(policies).set({ isActive: sql`not is_active`, updatedAt: new Date() }).where(ofProject)
      forgetCaches()
      await decideAll(world, step.isApproved)
      return
    }
    case 'deposit': {
      const units = BigInt(step.amount) * MAJOR
      await local.fundToken(till, units)
      world.arrived += units
      const [wallet] = await db.select().from(wallets).where(eq(wallets.address, till))
      const { businessId, projectId } = own.tenant
      const row = {
        ...{ businessId, projectId, walletId: wallet?.id ?? '', chainId: CHAIN_ID, tokenAddress: local.cngn.address },
        ...{ symbol: 'cNGN', decimals: 6, amountUnits: units, fromAddress: outsiders[step.outsider] ?? '' },
        ...{ txHash: randomUUID(), blockNumber: 1n, blockHash: randomUUID(), stage: 'confirmed' as const },
      }
      await inWorker(async (ctx) => {
        const [made] = await ctx.db.insert(deposits).values(row).returning({ id: deposits.id })
        await flagDeposits(ctx.db, [made?.id ?? ''], ctx.now())
        await enqueueDepositWallets(ctx.db, [made?.id ?? ''], ctx.now())
      })
      return
    }
    case 'clear': {
      const of = eq(depositScreenings.businessId, own.businessId)
      const flagged = await db
        .select()
        .from(depositScreenings)
        .where(and(of, eq(depositScreenings.status, 'FLAGGED')))
      for (const { depositId } of flagged)
        await twice(() =>
          inTenant(world.owner, (ctx) =>
            decideScreening(ctx, {
              ...{ depositId, decision: 'CLEARED', note: 'A mistake', businessId: own.businessId },
              list: step.by === 'platform' ? 'OPERATOR' : 'BUSINESS',
            }),
          ),
        )
      return
    }
    case 'sweep':
      await twice(() => sweepAt())
      return
    case 'send':
      await drainChain()
      return
  }
}

async function decideAll({ own, owner }: World, isApproved: boolean): Promise<void> {
  const waiting = and(eq(approvals.businessId, own.businessId), eq(approvals.status, 'pending'))
  const verb = isApproved ? approveTransaction : rejectTransaction
  for (const { id: approvalId } of await workerCtx().db.select().from(approvals).where(waiting))
    await twice(() => inTenant(owner, (ctx) => verb({ ...ctx, projectId: owner.projectId }, { approvalId, note: '' })))
}

/** The signatures to an address that was blocked for the business when they were made. */
const signedToBlocked = ({ own }: World) =>
  workerCtx()
    .db.select({ id: transactionAttempts.id })
    .from(transactionAttempts)
    .innerJoin(transactions, eq(transactions.id, transactionAttempts.transactionId))
    .innerJoin(
      blockedAddresses,
      sql`lower(${blockedAddresses.address}) = lower(${transactions.toAddress})
        and ${blockedAddresses.businessId} in (${own.businessId}::uuid, ${PLATFORM_BUSINESS_ID}::uuid)
        and ${blockedAddresses.createdAt} < ${transactionAttempts.createdAt}
        and (${blockedAddresses.removedAt} is null or ${blockedAddresses.removedAt} > ${transactionAttempts.createdAt})`,
    )
    .where(eq(transactions.businessId, own.businessId))

async function requireSound(world: World): Promise<void> {
  const { own, source, till, outsiders } = world
  const { db } = workerCtx()
  expect(await signedToBlocked(world)).toEqual([])
  // Not a unit is lost: what arrived is in the till or was swept, and what was paid out is with who was paid.
  const [inTill, swept] = await Promise.all([local.tokenBalance(till), local.tokenBalance(own.treasury)])
  expect(inTill + swept).toBe(world.arrived)
  const received = await Promise.all(outsiders.map((address) => local.tokenBalance(address as `0x${string}`)))
  expect((await local.tokenBalance(source)) + received.reduce((sum, units) => sum + units, 0n)).toBe(10_000n * MAJOR)
  // What is flagged was never swept.
  const flagged = await db
    .select({ units: deposits.amountUnits, status: depositScreenings.status })
    .from(deposits)
    .innerJoin(depositScreenings, eq(depositScreenings.depositId, deposits.id))
    .where(eq(deposits.businessId, own.businessId))
  const kept = flagged.filter(({ status }) => status !== 'CLEARED').reduce((sum, { units }) => sum + units, 0n)
  expect(inTill).toBeGreaterThanOrEqual(kept)
  expect(await budgetDrift(db)).toEqual([])
}

test('nothing is signed to who is blocked, no unit is lost, and every row can be ended', {
  timeout: proofTimeout(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 16 }), async (played) => {
      const world = await newWorld()
      for (const step of played) await play(world, step)
      await drainChain()
      await requireSound(world)
      await decideAll(world, false)
      const open = and(eq(transactions.businessId, world.own.businessId), eq(transactions.status, 'PENDING'))
      expect(await workerCtx().db.select({ stage: transactions.stage }).from(transactions).where(open)).toEqual([])
      // Another world's list of the platform must not count here.
      const rest = { removedAt: new Date(), removedBy: 'test' }
      await workerCtx().db.update(blockedAddresses).set(rest).where(isNull(blockedAddresses.removedAt))
    }),
    { ...propertyRuns(2, 60), endOnFailure: true },
  )
})
