import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '@/db/new-id'
import { chainTokens, deposits, paymentSweeps, type TransactionRow, transactions } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inWorker, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { endSweeps } from '@/server/handlers/payments/sweeps-ended'
import { createPlatform } from '@/server/ledger/holder.test-data'
import type { Payer } from '@/server/payments/payment-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { openOnChains, takeToken } from './stablecoin-world.test-data'

export const CHAIN_ID = 84_532
export const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7'
export const db = () => workerCtx().db

/** A database and a chain that is a stub node with one accepted token. Call it once in a file. */
export function openModelChain(methods: Parameters<typeof startStubNode>[0]['methods']): void {
  openDatabase()
  let node: Awaited<ReturnType<typeof startStubNode>>
  beforeAll(async () => {
    await createPlatform()
    node = await startStubNode({ chainId: CHAIN_ID, methods })
    await ensurePlatformWallets()
    await addRpcEndpoint(CHAIN_ID, node.url)
    await takeToken({ chainId: CHAIN_ID, address: TOKEN, symbol: 'MODEL', decimals: 6, peg: 'NGN' })
    await db().insert(chainTokens).values({ chainId: CHAIN_ID, symbol: 'MODEL', address: TOKEN, decimals: 6 })
    forgetChains()
  })
  afterAll(() => node.close())
}

/** The wallet of a new payment of this payer on the chain. */
export async function openWallet(payer: Payer): Promise<string> {
  const { accounts } = await openOnChains(payer)
  const ours = accounts.find(({ chainId }) => chainId === CHAIN_ID)
  if (!ours?.walletId) throw new Error('no address')
  return ours.walletId
}

type Deposit = typeof deposits.$inferInsert

export async function addDeposit(given: Omit<Deposit, 'id' | 'businessId' | 'chainId' | 'fromAddress'>) {
  const id = newId()
  await db()
    .insert(deposits)
    .values({ ...given, id, businessId: PLATFORM_BUSINESS_ID, chainId: CHAIN_ID, fromAddress: TOKEN })
  return id
}

type Ended = Pick<TransactionRow, 'status' | 'amountUnits'>
type EndingOfSweeps = {
  outcomeOf: (sweep: typeof paymentSweeps.$inferSelect, row: TransactionRow) => Ended
  /** How often each end is reported at once. */
  copies?: number
  now?: Date
}

/** Ends the open sweeps of these wallets, as the engine does. */
export async function endOpenSweeps(
  walletIds: readonly string[],
  { outcomeOf, copies = 1, now = new Date() }: EndingOfSweeps,
): Promise<void> {
  const isOurs = and(eq(paymentSweeps.state, 'OPEN'), inArray(paymentSweeps.walletId, [...walletIds]))
  const chain = await requireChain(CHAIN_ID)
  for (const sweep of await db().select().from(paymentSweeps).where(isOurs)) {
    const [row] = await db()
      .select()
      .from(transactions)
      .where(eq(transactions.id, sweep.transactionId ?? ''))
    if (!row) throw new Error('the sweep was not queued')
    const ended = [{ ...row, ...outcomeOf(sweep, row) }]
    await together(copies, () => inWorker(({ db: own }) => endSweeps(own, { chain, ended, now })))
  }
}

export const together = <T>(n: number, work: () => Promise<T>) => Promise.all(Array.from({ length: n }, work))

export function onlyRefusals(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
