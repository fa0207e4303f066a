import { asc, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { type chainTokens, deposits, wallets, webhookMessages } from '@/db/schema'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import type { StubNode } from '@/server/chains/testing/stub-node'
import { openStubs } from '@/server/chains/testing/stubs'
import { inTenant, inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { depositView } from '@/server/deposits/contract'
import { CONTRACT } from '@/server/indexer/follow/event-chain.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { followDeposits, newDepositFollower } from './follow-deposits'
import { MoneyChain } from './money-chain.test-data'

const toldBody = z.strictObject({ type: z.string(), timestamp: z.iso.datetime(), data: depositView.strict() })

export const CHAIN_ID = 8_453
export const AS_DEPOSITS = { chainId: CHAIN_ID, consumer: 'deposits' } as const

const TABLES = ['chain_blocks', 'chain_cursors', 'webhook_messages', 'webhook_endpoints', 'deposits']

/** A database for the file, with a customer's two wallets; for each test a chain of its own with one known token. */
export function openDepositWorld() {
  const stubs = openStubs(CHAIN_ID)
  openDatabase()
  let chain: Chain
  let node: StubNode
  let world: MoneyChain
  let tenant: Tenant & { projectId: string }
  let platform: Address

  beforeAll(async () => {
    const [gas] = await inWorker(ensurePlatformWallets)
    if (!gas) throw new Error('the platform has wallets')
    platform = getAddress(gas.address)
    tenant = await createTenant()
    await newWallets(2)
  }, 60_000)
  beforeEach(async () => {
    await forgetAll()
    world = new MoneyChain()
    node = await stubs.node({ methods: world.methods(), chainId: CHAIN_ID })
    const made = { ...stubs.chain([{ url: node.url }]), chainId: CHAIN_ID, code: 'BASE', confirmations: 3 }
    const token = { symbol: 'USDT', address: getAddress(CONTRACT), decimals: 6 }
    const row = { ...token, id: CONTRACT, chainId: CHAIN_ID, isActive: true, createdAt: new Date() }
    chain = { ...made, tokens: [row satisfies typeof chainTokens.$inferSelect] }
  })
  afterEach(() => releaseCursor(workerCtx(), AS_DEPOSITS, 'test'))

  async function forgetAll(): Promise<void> {
    for (const table of TABLES) await workerCtx().db.execute(sql.raw(`delete from ${table}`))
  }

  async function newWallets(count: number): Promise<Address[]> {
    const made = await inTenant(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count, purpose: 'TEST' }))
    return made.map(({ address }) => getAddress(address))
  }

  async function claim(owner = 'test') {
    const cursor = await claimCursor(workerCtx(), AS_DEPOSITS, { owner, seconds: 30 })
    if (!cursor) throw new Error('somebody else follows the chain')
    return cursor
  }

  async function turn(follower = newDepositFollower()) {
    return followDeposits(workerCtx(), chain, await claim(), follower)
  }

  /** Turns until the chain is read to its head. */
  async function follow(): Promise<void> {
    const follower = newDepositFollower()
    for (let turns = 0; turns < 200; turns++) if ((await turn(follower)) !== 'read') return
    throw new Error('the chain is never read to its end')
  }

  return {
    get chain(): Chain {
      return chain
    },
    set chain(next: Chain) {
      chain = next
    },
    get node(): StubNode {
      return node
    },
    get world(): MoneyChain {
      return world
    },
    get tenant() {
      return tenant
    },
    /** A wallet of the platform itself. */
    get platform(): Address {
      return platform
    },
    forgetAll,
    newWallets,
    claim,
    turn,
    follow,
    /** The customer's, by their index. */
    walletRows: async () => {
      const rows = await workerCtx().db.select().from(wallets).orderBy(wallets.addressIndex)
      return rows.filter(({ businessId }) => businessId === tenant.businessId)
    },
    /** What the project's webhook endpoints are told, in the order it leaves. */
    told: async () => {
      const rows = await workerCtx().db.select().from(webhookMessages).orderBy(webhookMessages.id)
      return rows.map(({ kind, sourceId, body }) => ({ kind, sourceId, body: toldBody.parse(JSON.parse(body)) }))
    },
    rows: () => workerCtx().db.select().from(deposits).orderBy(asc(deposits.id)),
  }
}
