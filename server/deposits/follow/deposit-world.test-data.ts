import { asc, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { type chainTokens, deposits, wallets, webhookMessages } from '@/db/schema'
import { depositView } from '@/schemas/deposits/contract'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import type { StubMethod, StubNode } from '@/server/chains/testing/stub-node'
import { openStubs } from '@/server/chains/testing/stubs'
import { type Tenant, workerCtx } from '@/server/ctx'
import { CONTRACT } from '@/server/indexer/follow/event-chain.test-data'
import { ensureSolanaFeePayer } from '@/server/platform/ensure-fee-payer'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { followDeposits, newDepositFollower } from './follow-deposits'
import { MoneyChain } from './money-chain.test-data'
import { KNOWN, SolanaMoneyChain } from './solana-money.test-data'

const webhookBody = z.strictObject({ type: z.string(), timestamp: z.iso.datetime(), data: depositView.strict() })

export const CHAIN_ID = 8_453
export const CLUSTER = 103
export const AS_DEPOSITS = { chainId: CHAIN_ID, consumer: 'deposits' } as const

const TABLES = [
  'chain_blocks',
  'chain_cursors',
  'webhook_messages',
  'webhook_endpoints',
  'deposit_screenings',
  'deposits',
]

type KnownToken = Pick<typeof chainTokens.$inferSelect, 'symbol' | 'address' | 'decimals'>
type Family<World> = {
  chainId: number
  terms: Partial<Chain>
  newWorld: () => World
  tokens: readonly KnownToken[]
}

/** An EVM chain for each test, with one known token. */
export function openDepositWorld() {
  return openDepositWorldOf({
    chainId: CHAIN_ID,
    terms: { code: 'BASE', confirmations: 3 },
    newWorld: () => new MoneyChain(),
    tokens: [{ symbol: 'USDT', address: getAddress(CONTRACT), decimals: 6 }],
  })
}

/** A cluster for each test, with two known tokens. */
export function openSolanaDepositWorld() {
  return openDepositWorldOf({
    ...{ chainId: CLUSTER, newWorld: () => new SolanaMoneyChain(), tokens: KNOWN },
    terms: { code: 'SOL', chainType: 'SOLANA', nativeSymbol: 'SOL', nativeDecimals: 9, blockTimeMs: 400 },
  })
}

/** A database for the file, with a customer's two wallets; a new chain for each test. */
function openDepositWorldOf<World extends { methods: () => Record<string, StubMethod> }>(family: Family<World>) {
  const { chainId } = family
  const asDeposits = { chainId, consumer: 'deposits' } as const
  const chainType = family.terms.chainType ?? 'EVM'
  const stubs = openStubs(chainId)
  openDatabase()
  let chain: Chain
  let node: StubNode
  let world: World
  let tenant: Tenant & { projectId: string }
  let platform: string

  beforeAll(async () => {
    platform = await platformWallet(chainType)
    tenant = await createTenant()
    await newWallets(2)
  })
  beforeEach(async () => {
    await forgetAll()
    world = family.newWorld()
    node = await stubs.node({ methods: world.methods(), chainId })
    const rows = family.tokens.map((token) => ({
      ...{ ...token, id: token.address, chainId, isActive: true, createdAt: new Date() },
    }))
    chain = { ...stubs.chain([{ url: node.url }]), chainId, ...family.terms, tokens: rows }
  })
  afterEach(() => releaseCursor(workerCtx(), asDeposits, 'test'))

  async function forgetAll(): Promise<void> {
    for (const table of TABLES) await workerCtx().db.execute(sql.raw(`delete from ${table}`))
  }

  async function newWallets(count: number, of: Tenant = tenant): Promise<string[]> {
    const made = await inTenantWithSeed(of, (ctx) => createWallets(ctx, { chainType, count, purpose: 'TEST' }))
    return made.map(({ address }) => address)
  }

  async function claim(owner = 'test') {
    const cursor = await claimCursor(workerCtx(), asDeposits, { owner, seconds: 30 })
    if (!cursor) throw new Error('somebody else follows the chain')
    return cursor
  }

  async function turn(follower = newDepositFollower()) {
    return (await followDeposits(workerCtx(), chain, await claim(), follower)).turn
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
    get world(): World {
      return world
    },
    get tenant() {
      return tenant
    },
    /** A wallet of the platform itself. */
    get platform(): string {
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
    /** The events that the project's webhook endpoints receive, in order. */
    reported: async () => {
      const rows = await workerCtx().db.select().from(webhookMessages).orderBy(webhookMessages.id)
      return rows.map(({ kind, sourceId, body }) => ({ kind, sourceId, body: webhookBody.parse(JSON.parse(body)) }))
    },
    rows: () => workerCtx().db.select().from(deposits).orderBy(asc(deposits.id)),
  }
}

async function platformWallet(chainType: Chain['chainType']): Promise<string> {
  if (chainType === 'SOLANA') return ensureSolanaFeePayer()
  const [gas] = await ensurePlatformWallets()
  if (!gas) throw new Error('the platform has wallets')
  return getAddress(gas.address)
}
