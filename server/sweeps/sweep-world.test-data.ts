import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { chainBlocks, chainCursors, sweepRules, sweepWallets, transactions } from '@/db/schema'
import { sweepRuleView } from '@/schemas/sweeps/contract'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { callRpc } from '@/server/chains/rpc'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { requireChain } from '@/server/testing/require-chain'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { advanceSweeps } from './advance-sweeps'

export const PATH = '/v1/wallet/sweeps'

/** Runs the job as if it were so much later, once deposits are read up to the newest block. */
export async function sweepAt(minutes = 0) {
  await readDeposits()
  return sweepUnread(minutes)
}

/** Runs the job as if it were so much later, however far deposits are read. */
export function sweepUnread(minutes = 0) {
  const ctx: WorkerCtx = { ...workerCtx(), now: () => new Date(Date.now() + minutes * 60_000) }
  return advanceSweeps(ctx).then(({ counts }) => counts)
}

/** A slot above all that a local cluster reaches. */
const LAST_SLOT = 2n ** 40n

/** Writes down for the chains of rules that deposits are read up to their newest blocks. */
async function readDeposits(): Promise<void> {
  const { db } = workerCtx()
  for (const { chainId } of await db.selectDistinct({ chainId: sweepRules.chainId }).from(sweepRules)) {
    const newest = await newestBlock(chainId).catch(() => null)
    if (!newest) continue
    const { number, hash } = newest
    await db
      .insert(chainBlocks)
      .values({ chainId, consumer: 'deposits', number, hash })
      .onConflictDoUpdate({
        target: [chainBlocks.chainId, chainBlocks.consumer, chainBlocks.depth, chainBlocks.number],
        set: { hash },
      })
    await db
      .insert(chainCursors)
      .values({ chainId, consumer: 'deposits', blockNumber: number, blockHash: hash })
      .onConflictDoUpdate({
        target: [chainCursors.chainId, chainCursors.consumer, chainCursors.depth],
        set: { blockNumber: number, blockHash: hash },
      })
  }
}

async function newestBlock(chainId: number): Promise<{ number: bigint; hash: string }> {
  const chain = await requireChain(chainId)
  if (chain.chainType === 'SOLANA') return { number: LAST_SLOT, hash: 'newest' }
  const block = z.object({ number: quantity, hash: z.string() })
  return block.parse(await callRpc(chain, 'eth_getBlockByNumber', ['latest', false]))
}

/** A business with a treasury, whose other wallets a rule sweeps. */
export async function newSweeper(chainType: 'EVM' | 'SOLANA' = 'EVM') {
  const client = await walletClient()
  const treasury = await newWallets(client, { chainType, purpose: 'TREASURY', count: 1 })
  return {
    ...client,
    treasury: treasury[0] ?? '',
    newWallets: newWallets.bind(null, client),
    newRule: newRule.bind(null, client),
  }
}
export type Sweeper = Awaited<ReturnType<typeof newSweeper>>

type Wanted = { chainType?: 'EVM' | 'SOLANA'; purpose?: string; count: number }

async function newWallets(client: WalletClient, wanted: Wanted): Promise<string[]> {
  const made = await inTenantWithSeed(client.tenant, (ctx) =>
    createWallets(ctx, { chainType: 'EVM', purpose: 'DEPOSITS', ...wanted }),
  )
  return made.map(({ address }) => address)
}

async function newRule(client: WalletClient, body: object): Promise<string> {
  const answer = await client.post(PATH, { purpose: 'DEPOSITS', threshold: '50', ...body }, randomUUID())
  return sweepRuleView.parse(answer.data).id
}

/** The sweeps of a rule, oldest first. */
export function sweepsOf(ruleId: string) {
  return workerCtx()
    .db.select()
    .from(transactions)
    .where(eq(transactions.sweepRuleId, ruleId))
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
}

export function busyOf(ruleId: string) {
  return workerCtx().db.select().from(sweepWallets).where(eq(sweepWallets.ruleId, ruleId))
}

export async function ruleRow(ruleId: string) {
  const [row] = await workerCtx()
    .db.select()
    .from(sweepRules)
    .where(and(eq(sweepRules.id, ruleId)))
  if (!row) throw new Error('no such rule')
  return row
}
