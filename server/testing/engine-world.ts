import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { chains, transactionAttempts, transactions } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, workerCtx } from '@/server/ctx'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { createTransfer } from '@/server/transactions/create-transfer'
import { getTransaction } from '@/server/transactions/get-transaction'
import { prepareTransfer } from '@/server/transactions/prepare/prepare-transfer'
import { createWallets } from '@/server/wallets/create-wallets'
import { createTenant } from './create-tenant'
import { CHAIN_ID, type ChainOptions, startLocalChain } from './local-chain'
import { testDatabase } from './test-database'

export const RECIPIENT = '0x00000000000000000000000000000000000000AA'

/** A database, a chain and a tenant of one test file, and the short words its tests use. */
export async function openEngineWorld(options: ChainOptions = {}) {
  const database = await testDatabase()
  const chain = await startLocalChain(options)
  const tenant = await createTenant()
  const { db } = workerCtx()
  return {
    databaseUrl: database.url,
    chain,
    tenant,
    async close() {
      await chain.stop()
      await database.close()
    },
    async newWallet(tokenUnits = 0n): Promise<{ address: string; addressIndex: number }> {
      const [wallet] = await inTenant(tenant, (ctx) =>
        createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }),
      )
      if (!wallet) throw new Error('no wallet')
      if (tokenUnits > 0n) await chain.fundToken(wallet.address, tokenUnits)
      return wallet
    },
    async transfer(fromAddress: string, amount: string, extra: { cNGN?: boolean; toAddress?: string } = {}) {
      const input = {
        fromAddress,
        toAddress: RECIPIENT,
        amount,
        chainType: 'EVM',
        chainId: CHAIN_ID,
        cNGN: true,
        waitForCompletion: false,
        ...extra,
      } as const
      const prepared = await prepareTransfer(tenant, input)
      return inTenant(tenant, (ctx) => createTransfer(ctx, prepared, null))
    },
    async rowOf(id: string) {
      const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
      if (!row) throw new Error('no such transaction')
      return row
    },
    read: (id: string) => inTenant(tenant, (ctx) => getTransaction(ctx, id)),
    async pump() {
      const { unfinished } = await pumpChain(workerCtx(), CHAIN_ID)
      return { unfinished }
    },
    attemptsOf: (id: string) =>
      db
        .select()
        .from(transactionAttempts)
        .where(eq(transactionAttempts.transactionId, id))
        .orderBy(transactionAttempts.createdAt, transactionAttempts.id),
    async setChain(values: Partial<typeof chains.$inferInsert>) {
      await db.update(chains).set(values).where(eq(chains.chainId, CHAIN_ID))
      forgetChains()
    },
    setTransaction: (id: string, values: Partial<typeof transactions.$inferInsert>) =>
      db.update(transactions).set(values).where(eq(transactions.id, id)),
  }
}
export type EngineWorld = Awaited<ReturnType<typeof openEngineWorld>>

export function asHash(txHash: string | null): Hex {
  if (!txHash?.startsWith('0x')) throw new Error('not signed')
  return `0x${txHash.slice(2)}`
}
