import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { approvals, depositScreenings, policies, transactions, wallets } from '@/db/schema'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { decideScreening } from '@/server/deposits/decide-screening'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import type { FaultPoint } from '@/server/fault-point'
import * as faultPoints from '@/server/fault-point'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { FOUND, type Step, steps } from './flagged-steps.test-data'
import {
  arrivedIn,
  BLOCKED,
  CONFIRMATIONS,
  heldBehind,
  minedSweeps,
  openSenders,
  PAYER,
  readDeposits,
  sendTokens,
  setBlocked,
} from './flagged-world.test-data'
import { newSweeper, type Sweeper, sweepUnread } from './sweep-world.test-data'

let crashAt: FaultPoint | null = null

openDatabase()
let local: LocalChain
beforeAll(async () => {
  vi.spyOn(faultPoints, 'faultPoint').mockImplementation((point) => {
    if (point !== crashAt) return
    crashAt = null
    throw new Error('crashed')
  })
  local = await startLocalChain({ confirmations: CONFIRMATIONS })
  await openSenders(local)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await local.stop()
})

const MAJOR = 1_000_000n
const CUSTOMER = '0x00000000000000000000000000000000000000c1'
const TRANSFER = 'function transfer(address to, uint256 value) returns (bool)'

type World = {
  own: Sweeper
  owner: Tenant & { projectId: string }
  till: string
  addressIndex: number
  minutes: number
  customerHad: bigint
}

async function newWorld(): Promise<World> {
  const own = await newSweeper()
  const [till = ''] = await own.newWallets({ count: 1 })
  const { businessId, projectId } = own.tenant
  const rules = { approvalAboveMicros: 0n, isActive: false, updatedBy: 'test' }
  await inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, ...rules }))
  await setBlocked(businessId, true)
  await own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury, threshold: '1' })
  const { person } = await portalOf(own.tenant, 'owner', 'Ada')
  const owner = { ...own.tenant, actor: { type: 'user' as const, id: person.id, name: 'Ada' } }
  const [wallet] = await workerCtx().db.select().from(wallets).where(eq(wallets.address, till))
  return {
    own,
    owner,
    till,
    addressIndex: wallet?.addressIndex ?? 0,
    minutes: 0,
    customerHad: await local.tokenBalance(CUSTOMER),
  }
}

const twice = (work: () => Promise<unknown>) => Promise.allSettled([work(), work()])

async function play(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'deposit':
      return sendTokens(local, step.isFlagged ? BLOCKED : PAYER, world.till, BigInt(step.amount) * MAJOR)
    case 'spend':
      return spend(world, step)
    case 'sweep':
      // Later than the job put the wallet off.
      world.minutes += 2
      return void (await twice(() => sweepUnread(world.minutes)))
    case 'hold':
      return hold(world, step.isHeld)
    case 'approve':
      return decideApprovals(world, step.isApproved)
    case 'decide':
      return decideFlags(world, step.isCleared)
    case 'crash':
      crashAt = step.at
      await runEvmEngine(workerCtx(), CHAIN_ID).catch(() => {})
      crashAt = null
      return
    case 'send':
      return drainChain()
    case 'read':
      return readDeposits(local)
    case 'reorg':
      return local.rebuild(step.depth).then(() => {})
    case 'list':
      return setBlocked(world.own.businessId, step.isBlocked)
  }
}

/** The business sends tokens by a transfer, or by a call, whose row does not say what it moves. */
async function spend({ own, till, addressIndex }: World, step: { amount: number; isCall: boolean }): Promise<void> {
  const { address: tokenAddress } = local.cngn
  const key = randomUUID()
  const args = [CUSTOMER, String(BigInt(step.amount) * MAJOR)]
  const [path, body] = step.isCall
    ? ['/v1/wallet/contract/call', { addressIndex, chainId: CHAIN_ID, to: tokenAddress, function: TRANSFER, args }]
    : [
        '/v1/wallet/transaction',
        { fromAddress: till, chainId: CHAIN_ID, toAddress: CUSTOMER, amount: `${step.amount}`, tokenAddress },
      ]
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

test('a sweep leaves what is flagged, whatever its business sends beside it, and loses no unit', {
  timeout: proofTimeout(600_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const world = await newWorld()
      for (const step of played) await play(world, step)
      await decideApprovals(world, true)
      await drainChain()
      await readDeposits(local)
      const { till, own } = world
      for (const { flagged, block, nonce } of await minedSweeps(own.businessId)) {
        const held = await heldBehind(local, { till, block: block ?? 0n, nonce: Number(nonce) })
        expect(held).toBeGreaterThanOrEqual(BigInt(flagged))
      }
      const [arrived, inTill, swept, spent] = await Promise.all([
        arrivedIn(local, till),
        local.tokenBalance(till),
        local.tokenBalance(own.treasury),
        local.tokenBalance(CUSTOMER),
      ])
      expect(inTill + swept + spent - world.customerHad).toBe(arrived)
      const open = and(eq(transactions.businessId, own.businessId), eq(transactions.status, 'PENDING'))
      expect(await workerCtx().db.select({ stage: transactions.stage }).from(transactions).where(open)).toEqual([])
    }),
    { ...propertyRuns(FOUND.length + 1, 60), endOnFailure: true, examples: FOUND.map((found): [Step[]] => [found]) },
  )
})
