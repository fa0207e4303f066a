import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { claimCursor } from '@/server/chains/cursor'
import { type Tenant, workerCtx } from '@/server/ctx'
import { countStatements } from '@/server/testing/count-statements'
import { createTenant } from '@/server/testing/create-tenant'
import { drainChain } from '@/server/testing/drain-chain'
import { asHash, RECIPIENT, transferOf } from '@/server/testing/engine-world'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { acceptAtOnce } from '@/server/transactions/accept-transaction'
import { requestName } from '@/server/transactions/intent-id'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { fillLanes } from './fill-lanes'
import { readNewBlocks } from './watch-chain'

/** The statements of a turn that sends transfers, and of a block that ends them, however many they are. */
const MAX_OF_A_TURN = 13
const MAX_OF_A_BLOCK = 11
/** The statements that let a process's share of the gas budget grow, once for many transfers. */
const OF_A_SHARE = 3
const OWNER = randomUUID()

let database: Awaited<ReturnType<typeof testDatabase>>
let statements: Awaited<ReturnType<typeof countStatements>>
let localChain: LocalChain
let tenant: Tenant
let from: string
beforeAll(async () => {
  database = await testDatabase()
  statements = await countStatements(database.url)
  process.env.DATABASE_URL = statements.url
  localChain = await startLocalChain()
  tenant = await createTenant()
  const wallet = await newWallet(tenant)
  from = wallet.address
  await localChain.fundToken(from, 10n ** 12n)
  await localChain.test.setBalance({ address: getAddress(from), value: 10n ** 20n })
  // What is read once a process is known then.
  await transferOf(tenant, { fromAddress: from, amount: '0.01' })
  await drainChain()
})
afterAll(async () => {
  await localChain.stop()
  await database.close()
  statements.close()
})

async function accept(): Promise<string> {
  const body = { chainType: 'EVM', chainId: CHAIN_ID, cNGN: true, waitForCompletion: false } as const
  const prepared = await prepareTransfer(tenant, { ...body, fromAddress: from, toAddress: RECIPIENT, amount: '0.01' })
  const claim = { operation: 'POST /v1/wallet/transaction', key: randomUUID() }
  const intent = transferIntent(prepared, await requestName(tenant, claim))
  const { businessId, projectId } = tenant
  const now = new Date()
  let id = ''
  await acceptAtOnce(tenant, intent, (accepted) => {
    id = accepted.id
    const kept = { resourceId: id, responseStatus: 202, responseBody: { text: '{}' } }
    const owner = { businessId, projectId, environment: 'live' as const }
    return { ...owner, ...claim, fingerprint: 'test', ...kept, createdAt: now, completedAt: now }
  })
  return id
}

/** Counts the statements of acceptance, of the turn that sends the transfers, and of reading their block. */
async function costOf(count: number) {
  const ctx = workerCtx()
  const chain = await requireChain()
  const ids: string[] = []
  const accepted = await statements.of(async () => {
    for (let n = 0; n < count; n++) ids.push(await accept())
  })
  const sent = await statements.of(() => fillLanes(ctx, chain, OWNER))
  for (const txHash of await hashesOf(ids)) await waitForReceipt(localChain.rpc, asHash(txHash))
  const cursor = await claimCursor(ctx, { chainId: CHAIN_ID, consumer: 'engine' }, { owner: OWNER, seconds: 60 })
  if (!cursor) throw new Error('the cursor is not free')
  const ended = await statements.of(() => readNewBlocks(ctx, chain, cursor))
  expect(await ctx.db.select().from(transactions).where(eq(transactions.status, 'PENDING'))).toEqual([])
  return { accepted, sent, ended }
}

async function hashesOf(ids: readonly string[]) {
  const rows = await workerCtx()
    .db.select()
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
  expect(rows.map(({ stage }) => stage)).toEqual(ids.map(() => 'broadcast'))
  return rows.map(({ txHash }) => txHash)
}

test('one statement accepts a transfer, and many take as many statements of a turn and of a block as few', async () => {
  // The least of some: now and then a turn reads again what a process remembers for seconds.
  const costs = [await costOf(3), await costOf(12), await costOf(12)]
  const least = (of: keyof (typeof costs)[number]) => Math.min(...costs.slice(1).map((cost) => cost[of]))
  expect(least('accepted')).toBeLessThanOrEqual(12 + OF_A_SHARE)
  expect(least('sent')).toBeLessThanOrEqual(MAX_OF_A_TURN)
  expect(least('ended')).toBeLessThanOrEqual(MAX_OF_A_BLOCK)
})
