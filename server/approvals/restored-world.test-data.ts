import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import { approvals, memberships, policies, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { forgetCaches } from '@/server/changing-cache'
import { inAccount, inTenant, inWorker, type ProjectCtx, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { ApiError } from '@/server/errors'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { isRecovering } from '@/server/recovery/is-recovering'
import { removeMember } from '@/server/team/remove-member'
import { anyOperator } from '@/server/testing/any-operator'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newAddress } from '@/server/testing/new-address'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { approveTransaction } from './approve-transaction'
import { expireApprovals } from './expire-approvals'
import { rejectTransaction } from './reject-transaction'
import type { Step } from './restored-steps.test-data'

export const MAJOR = 1_000_000n
const MAX_CLAIMS = 5

/** A transfer that a client asks for under one key. Its recipient is paid by nothing else. */
export type Claim = {
  key: string
  to: string
  /** Set once a person who was a member approved it. */
  isApproved: boolean
  /** Set once it failed and its business knows. */
  isRefused: boolean
  isTooLate: boolean
}
export type World = { client: WalletClient; from: string; people: string[]; isRemoved: boolean; claims: Claim[] }

/** A local chain, a database with backups, and the steps of a business whose transfers need an approval. */
export function openRestoredWorld() {
  const restores = openRestores(openDatabase())
  let local: LocalChain
  let delegateAddress = ''
  beforeAll(async () => {
    local = await startLocalChain({ confirmations: 1 })
    delegateAddress = await deployDelegate({ rpcUrl: local.anvil.rpcUrl })
    for (const { address } of await listPlatformWallets(workerCtx()))
      await local.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  })
  afterAll(() => local.stop())

  async function newWorld(): Promise<World> {
    await restores.begin()
    const client = await walletClient()
    const { businessId, projectId } = client.tenant
    const rules = { approvalAboveMicros: 0n, isActive: true, updatedBy: 'test' }
    await inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, ...rules }))
    forgetCaches()
    const { address } = await newWallet(client.tenant)
    await local.fundToken(address, 100n * MAJOR)
    const people = [await portalOf(client.tenant, 'owner'), await portalOf(client.tenant, 'developer')]
    return { client, from: address, people: people.map(({ person }) => person.id), isRemoved: false, claims: [] }
  }

  /** The client asks, or asks again under the same key: it does not know that the platform has forgotten. */
  async function ask(world: World, claim: Claim): Promise<void> {
    const { client, from } = world
    const what = { fromAddress: from, chainType: 'EVM', chainId: CHAIN_ID, tokenAddress: local.cngn.address }
    const { code } = await client.post(
      '/v1/wallet/transaction',
      { ...what, toAddress: claim.to, amount: '1' },
      claim.key,
    )
    expect([202, 503]).toContain(code)
  }

  async function askNew(world: World): Promise<void> {
    if (world.claims.length === MAX_CLAIMS || (await isRecovering())) return
    const to = newAddress()
    const claim = { key: `key ${to}`, to, isApproved: false, isRefused: false, isTooLate: false }
    world.claims.push(claim)
    await ask(world, claim)
  }

  async function restore(world: World): Promise<void> {
    await restores.restore()
    await moveExpiries(world)
    if (world.isRemoved) expect(await isMember(world, 1)).toBe(false)
  }

  async function end(world: World): Promise<void> {
    await restores.end(() => local.test.mine({ blocks: 1 }))
    await expireDue(world)
  }

  async function play(world: World, one: Step): Promise<void> {
    switch (one.do) {
      case 'ask':
        return askNew(world)
      case 'approve':
      case 'reject':
        return void (await decide(world, one))
      case 'expire':
        return expire(world, one.nth)
      case 'remove':
        return remove(world)
      case 'send':
        return send()
      case 'backup':
        return restores.backup()
      case 'restore':
        return restore(world)
      case 'end':
        return end(world)
      default:
        return one satisfies never
    }
  }

  return {
    get local() {
      return local
    },
    get delegateAddress() {
      return delegateAddress
    },
    restores,
    newWorld,
    ask,
    play,
    end,
  }
}

/** The transfers of the business with their approvals, oldest first. */
export const rowsOf = ({ client }: World) =>
  workerCtx()
    .db.select({ transaction: transactions, approval: approvals })
    .from(transactions)
    .innerJoin(approvals, eq(approvals.transactionId, transactions.id))
    .where(and(eq(transactions.businessId, client.businessId), eq(transactions.type, 'TRANSFER')))
    .orderBy(asc(transactions.createdAt), asc(transactions.id))

function claimOf({ claims }: World, to: string): Claim {
  const claim = claims.find((one) => one.to === to)
  if (!claim) throw new Error('nobody asked for it')
  return claim
}

async function waiting(world: World): Promise<{ approvalId: string; claim: Claim }[]> {
  const open = (await rowsOf(world)).filter(({ approval }) => approval.status === 'pending')
  return open.map(({ approval, transaction }) => ({
    approvalId: approval.id,
    claim: claimOf(world, transaction.toAddress),
  }))
}

const isMember = async ({ client, people }: World, who: number) => {
  const is = and(eq(memberships.memberOf, client.businessId), eq(memberships.userId, people[who] ?? ''))
  return (await workerCtx().db.select().from(memberships).where(is)).length > 0
}

function as<T>({ client, people }: World, who: number, work: (ctx: ProjectCtx) => Promise<T>): Promise<T> {
  const { tenant } = client
  const person = { ...tenant, actor: { type: 'user' as const, id: people[who] ?? '', name: `Person ${who}` } }
  return inTenant(person, (ctx) => work({ ...ctx, projectId: tenant.projectId }))
}

/** A member decides. Returns whether it counted: the portal takes no decision during a recovery. */
export async function decide(
  world: World,
  { do: verb, who, nth }: { do: 'approve' | 'reject'; who: number; nth: number },
): Promise<boolean> {
  if ((await isRecovering()) || !(await isMember(world, who))) return false
  const open = await waiting(world)
  const found = open[nth % Math.max(open.length, 1)]
  if (!found) return false
  const { approvalId, claim } = found
  const wanted = verb === 'approve' ? approveTransaction : rejectTransaction
  const isDecided = await as(world, who, (ctx) => wanted(ctx, { approvalId, note: '' })).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return false
    },
  )
  if (!isDecided) return false
  if (verb === 'approve') claim.isApproved = true
  else claim.isRefused = true
  return true
}

/** The time to decide about one is over: that stays so, whatever a backup says. */
async function expire(world: World, nth: number): Promise<void> {
  const open = await waiting(world)
  const found = open[nth % Math.max(open.length, 1)]
  if (found) found.claim.isTooLate = true
  await expireDue(world)
}

/** A restored database has the moment at which an approval expires as it was; here that moment is moved instead. */
async function moveExpiries(world: World): Promise<void> {
  const over = { expiresAt: new Date(Date.now() - 1_000) }
  for (const { approvalId, claim } of await waiting(world))
    if (claim.isTooLate) await workerCtx().db.update(approvals).set(over).where(eq(approvals.id, approvalId))
}

export async function expireDue(world: World): Promise<void> {
  await moveExpiries(world)
  const expired = await expireApprovals(workerCtx())
  if (await isRecovering()) expect(expired).toBe(0)
  for (const { approval, transaction } of await rowsOf(world))
    if (approval.status === 'expired') claimOf(world, transaction.toAddress).isRefused = true
}

async function remove(world: World): Promise<void> {
  if (world.isRemoved || (await isRecovering())) return
  const { businessId } = world.client
  await inAccount(anyOperator(), (ctx) =>
    removeMember({ ...ctx, businessId, projectId: null }, { userId: world.people[1] ?? '' }),
  )
  world.isRemoved = true
}

/** Runs the engine until it has nothing left that it may send. */
export async function send(): Promise<void> {
  const turns = (await isRecovering()) ? 1 : 20
  for (let turn = 0; turn < turns; turn += 1) if (!(await runEvmEngine(workerCtx(), CHAIN_ID)).unfinished) return
}
