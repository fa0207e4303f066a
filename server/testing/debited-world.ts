import { and, eq, inArray } from 'drizzle-orm'
import { encodeAbiParameters, getAddress, keccak256 } from 'viem'
import { expect } from 'vitest'
import { ledgerAccounts, priceSources, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { getBalance } from '@/server/ledger/get-balance'
import { accept } from '@/server/ledger/ledger.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { usdMicrosUp } from '@/server/money/usd'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { openEngineWorld } from './engine-world'
import { CHAIN_ID, type ChainOptions } from './local-chain'

const PRICE_E8 = 2_500_00000000n

/** An engine world where a business with money pays the gas in USD, with relayers or top-ups. */
export async function openDebitedWorld({
  gasStrategy,
  ...options
}: ChainOptions & { gasStrategy: 'topup' | 'delegation' }) {
  const world = await openEngineWorld(options)
  const delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  await world.setChain({ gasPolicy: 'debited', gasStrategy, delegateAddress, l1Fee: 'none' })
  const fixed = { source: 'fixed' as const, fixedE8: PRICE_E8 }
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
  const credit = (micros: bigint, { businessId }: { businessId: string } = world.tenant) =>
    inWorker(({ db }) => postCredit(db, { businessId, micros, reason: 'test', createdBy: 'test' }))
  await credit(10_000_000_000n)
  return {
    ...world,
    credit,
    /** Holds all that is left of the balance for a transaction that never ends. */
    async spendBalance(transactionId: string): Promise<void> {
      const { walletId, fromAddress: address } = await world.rowOf(transactionId)
      const ofTenant = and(eq(ledgerAccounts.businessId, world.tenant.businessId), eq(ledgerAccounts.kind, 'available'))
      const [account] = await workerCtx().db.select().from(ledgerAccounts).where(ofTenant)
      await accept({ ...world.tenant, walletId, address }, account?.balanceUnits ?? 0n)
    },
    cancel: (transactionId: string) =>
      inTenant(world.tenant, (ctx) => cancelTransaction(ctx, { transactionId, reason: 'a slip' })),
    /** Behind everybody's back: the token keeps balances in its first slot. */
    async emptyOfTokens(address: string): Promise<void> {
      const slot = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [getAddress(address), 0n])
      await world.chain.test.setStorageAt({
        address: world.chain.cngn.address,
        index: keccak256(slot),
        value: `0x${'0'.repeat(64)}`,
      })
    },
    /** Nothing is held any more, and the ledger adds up. */
    async expectSettled(): Promise<void> {
      expect(await inTenant(world.tenant, (ctx) => getBalance(ctx))).toMatchObject({ reserved: '0.00' })
      expect(await ledgerDrift(workerCtx().db)).toEqual([])
    },
  }
}
export type DebitedWorld = Awaited<ReturnType<typeof openDebitedWorld>>

/** The delegations of wallets that were ever asked for. */
export function delegationsOf(addresses: readonly string[]) {
  return workerCtx()
    .db.select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chainId, CHAIN_ID),
        eq(transactions.type, 'DELEGATE'),
        inArray(transactions.toAddress, [...addresses]),
      ),
    )
}

/** The USD charge of a row for these fees of the chain, in micro-dollars. */
export function usdOf(...fees: (bigint | null | undefined)[]): bigint {
  return usdMicrosUp(
    fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n),
    18,
    PRICE_E8,
  )
}
