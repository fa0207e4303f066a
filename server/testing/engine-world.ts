import { inspect } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { expect } from 'vitest'
import { chains, transactionAttempts, transactions } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { getTransaction } from '@/server/transactions/get-transaction'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { createTenant } from './create-tenant'
import { CHAIN_ID, type ChainOptions, startLocalChain } from './local-chain'
import { newWallet } from './new-wallet'
import { byProof } from './proof'
import { testDatabase } from './test-database'

export const RECIPIENT = '0x00000000000000000000000000000000000000AA'
/** Shorter than the time limit of a test, whose end would not say what the transaction waited for. */
const ENDED_WITHIN_MS = byProof(120_000, 1_200_000)

type Extra = { cNGN?: boolean; tokenAddress?: string; toAddress?: string; chainId?: number }

/** Starts a process that signs, before anything else is done with the database. */
export type Beside = { beside?: (databaseUrl: string) => Promise<unknown> }

/** A database, a chain and a tenant of one test file, and the short words its tests use. */
export async function openEngineWorld({ beside, ...options }: ChainOptions & Beside = {}) {
  const database = await testDatabase({ hasSigner: beside !== undefined })
  await beside?.(database.url)
  const chain = await startLocalChain(options)
  const tenant = await createTenant()
  const { db } = workerCtx()
  async function rowOf(id: string) {
    const [row] = await db.select().from(transactions).where(eq(transactions.id, id))
    if (!row) throw new Error('no such transaction')
    return row
  }
  const attemptsOf = (id: string) =>
    db
      .select()
      .from(transactionAttempts)
      .where(eq(transactionAttempts.transactionId, id))
      .orderBy(transactionAttempts.createdAt, transactionAttempts.id)
  async function runEngine() {
    const { unfinished } = await runEvmEngine(workerCtx(), CHAIN_ID)
    return { unfinished }
  }
  return {
    databaseUrl: database.url,
    chain,
    tenant,
    async close() {
      await chain.stop()
      await database.close()
    },
    async newWallet(tokenUnits = 0n): Promise<{ address: string; addressIndex: number }> {
      const wallet = await newWallet(tenant)
      if (tokenUnits > 0n) await chain.fundToken(wallet.address, tokenUnits)
      return wallet
    },
    transfer: (fromAddress: string, amount: string, extra: Extra = {}) =>
      transferOf(tenant, { fromAddress, amount, ...extra }),
    rowOf,
    read: (id: string) => inTenant(tenant, (ctx) => getTransaction(ctx, id)),
    runEngine,
    /** One run after another until each of these has ended: some need more than a run takes. */
    async runUntilEnded(...ids: string[]): Promise<void> {
      const deadline = Date.now() + ENDED_WITHIN_MS
      for (const id of ids) {
        for (let row = await rowOf(id); row.status === 'PENDING'; row = await rowOf(id)) {
          if (Date.now() > deadline) throw new Error(`not ended: ${inspect({ row, attempts: await attemptsOf(id) })}`)
          await runEngine()
        }
      }
    },
    attemptsOf,
    /** Why each form was signed, waited for. */
    reasonsOf: (id: string) => expect.poll(async () => (await attemptsOf(id)).map(({ reason }) => reason)),
    async setChain(values: Partial<typeof chains.$inferInsert>) {
      await db.update(chains).set(values).where(eq(chains.chainId, CHAIN_ID))
      forgetChains()
    },
    setTransaction: (id: string, values: Partial<typeof transactions.$inferInsert>) =>
      db.update(transactions).set(values).where(eq(transactions.id, id)),
  }
}
/** A transfer of any business: cNGN to the recipient, unless told otherwise. */
export async function transferOf(tenant: Tenant, request: { fromAddress: string; amount: string } & Extra) {
  const prepared = await prepareTransfer(tenant, {
    toAddress: RECIPIENT,
    chainType: 'EVM',
    chainId: CHAIN_ID,
    cNGN: true,
    waitForCompletion: false,
    ...request,
  })
  return inTenant(tenant, (ctx) => acceptTransaction(ctx, transferIntent(prepared)))
}

export type EngineWorld = Awaited<ReturnType<typeof openEngineWorld>>

export function asHash(txHash: string | null): Hex {
  if (!txHash?.startsWith('0x')) throw new Error('not signed')
  return `0x${txHash.slice(2)}`
}
