import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { deposits, wallets } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { flagDeposits } from '@/server/deposits/flag-deposits'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/enqueue-wallets'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import type { Sweeper } from './sweep-world.test-data'

export const MAJOR = 1_000_000n

/** A database and a local chain, whose cNGN rules sweep and deposits bring. */
export function openTokenSweeps() {
  const database = openDatabase()
  let local: LocalChain
  beforeAll(async () => {
    local = await startLocalChain()
  })
  afterAll(() => local.stop())

  return {
    get databaseUrl() {
      return database.url
    },
    get local() {
      return local
    },
    tokenRule: (own: Sweeper, change: object = {}) =>
      own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury, ...change }),

    /** A deposit as the follower confirms it. */
    async deposit(own: Sweeper, address: string, units: bigint, fromAddress: string = local.gasWallet) {
      await local.fundToken(address, units)
      const { db, now } = workerCtx()
      const [wallet] = await db.select().from(wallets).where(eq(wallets.address, address))
      const row = {
        ...{ businessId: own.tenant.businessId, projectId: own.tenant.projectId, walletId: wallet?.id ?? '' },
        ...{ chainId: CHAIN_ID, tokenAddress: local.cngn.address, symbol: 'cNGN', decimals: 6, amountUnits: units },
        ...{ fromAddress, txHash: randomUUID(), blockNumber: 1n, blockHash: randomUUID() },
      }
      const [made] = await db
        .insert(deposits)
        .values({ ...row, stage: 'confirmed' })
        .returning({ id: deposits.id })
      const id = made?.id ?? ''
      await inWorker(async (ctx) => {
        await flagDeposits(ctx.db, [id], now())
        await enqueueDepositWallets(ctx.db, [id], now())
      })
      return id
    },
  }
}
