import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { sweepRules, sweepWallets, transactions } from '@/db/schema'
import { sweepRuleView } from '@/schemas/sweeps/contract'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { advanceSweeps } from './advance-sweeps'

export const PATH = '/v1/wallet/sweeps'

/** Runs the job as if it were so much later. */
export function sweepAt(minutes = 0) {
  const ctx: WorkerCtx = { ...workerCtx(), now: () => new Date(Date.now() + minutes * 60_000) }
  return advanceSweeps(ctx).then(({ did }) => did)
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
