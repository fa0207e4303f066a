import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { chainCursors, heartbeats } from '@/db/schema'
import { listDepositsQuery } from '@/schemas/deposits/contract'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { listDeposits } from '@/server/deposits/list-deposits'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { takeToken } from '@/server/payments/stablecoins/stablecoin-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { CLUSTER_ID, type LocalSolana, runEngine, startLocalSolana } from '@/server/testing/local-solana'
import { newAddress } from '@/server/testing/new-address'
import { openDatabase } from '@/server/testing/open-database'
import { someone } from '@/server/testing/solana-world'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { watchRestore } from './detect-restore'

export const UNITS = 5_000_000n
/** A busy machine reads a cluster hardly faster than it has blocks. */
export const WITHIN_MS = 180_000

/** A chain of each kind and a database whose backups are restored. */
export function openLostWorld() {
  const database = openDatabase()
  let local: LocalChain
  let solana: LocalSolana
  beforeAll(async () => {
    local = await startLocalChain()
    solana = await startLocalSolana()
    await createPlatform()
    await ensurePlatformWallets()
    const { mint, decimals } = solana.tokenOf('cNGN')
    await takeToken({ ...local.cngn, chainId: CHAIN_ID, peg: 'NGN' })
    await takeToken({ chainId: CLUSTER_ID, address: mint.toBase58(), symbol: 'cNGN', decimals, peg: 'NGN' })
  })
  afterAll(async () => {
    await solana.stop()
    await local.stop()
  })
  /** What an operator and a payer do on each kind of chain. */
  const kinds = {
    EVM: {
      chainId: CHAIN_ID,
      token: () => local.cngn.address as string,
      pay: (to: string) => local.fundToken(to, UNITS),
      newRecipient: () => newAddress() as string,
      balance: (owner: string) => local.tokenBalance(owner),
      send: () => drainChain() as Promise<unknown>,
    },
    SOLANA: {
      chainId: CLUSTER_ID,
      token: () => solana.tokenOf('cNGN').mint.toBase58(),
      pay: (to: string) => solana.fundToken('cNGN', to, UNITS),
      newRecipient: someone,
      balance: (owner: string) => solana.tokenBalance('cNGN', owner),
      send: () => runEngine() as Promise<unknown>,
    },
  }
  return { database, kinds }
}

export const ofDeposits = (chainId: number) =>
  and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'deposits'))

/** A turn of the open recovery, now, and as many as it takes to try each wallet: a busy machine needs several. */
export async function takeTurn(): Promise<void> {
  await workerCtx().db.delete(heartbeats).where(eq(heartbeats.name, 'recovery-look'))
  await watchRestore(workerCtx())
  while (!(await addSkippedWallets(workerCtx())));
}

/** The deposits of a business. */
export const depositsOf = (tenant: Tenant) => inTenant(tenant, (ctx) => listDeposits(ctx, listDepositsQuery.parse({})))
