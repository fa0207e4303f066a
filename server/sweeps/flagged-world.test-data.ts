import { and, eq, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { blockedAddresses, depositScreenings, deposits, transactionAttempts, transactions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { inWorker, workerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from '@/server/deposits/follow/follow-deposits'
import { CHAIN_ID, type LocalChain } from '@/server/testing/local-chain'
import { requireChain } from '@/server/testing/require-chain'

export const BLOCKED: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** A sender that is on no list. */
export const PAYER: Address = '0x00000000000000000000000000000000000000D1'

/** Gives the outside senders tokens, and coins for their gas. */
export async function openSenders(local: LocalChain): Promise<void> {
  for (const address of [BLOCKED, PAYER]) {
    await local.test.impersonateAccount({ address })
    await local.test.setBalance({ address, value: 10n ** 21n })
    await local.fundToken(address, 10n ** 15n)
  }
}

export async function sendTokens(local: LocalChain, from: Address, to: string, units: bigint): Promise<void> {
  const hash = await local.rpc.writeContract({
    ...{ chain: null, account: from, address: local.cngn.address, abi: erc20Abi, functionName: 'transfer' },
    args: [getAddress(to), units],
  })
  await waitForReceipt(local.rpc, hash)
}

/** Blocks after which a block of the chain is final. */
export const CONFIRMATIONS = 3

/** The follower reads all blocks there are, and confirms the deposits in all but the last of them. */
export async function readDeposits(local: LocalChain): Promise<void> {
  const ctx = workerCtx()
  const chain = await requireChain(CHAIN_ID)
  await local.test.mine({ blocks: CONFIRMATIONS })
  const follower = newDepositFollower()
  for (let isBehind = true; isBehind; ) {
    const cursor = await claimCursor(ctx, { chainId: CHAIN_ID, consumer: 'deposits' }, { owner: 'test', seconds: 60 })
    if (!cursor) throw new Error('another follower has the cursor')
    isBehind = (await followDeposits(ctx, chain, cursor, follower)).turn === 'read'
  }
  await releaseCursor(ctx, { chainId: CHAIN_ID, consumer: 'deposits' }, 'test')
}

/** Blocks the sender for a business, or no longer. */
export async function setBlocked(businessId: string, isBlocked: boolean): Promise<void> {
  await inWorker(async ({ db, now }) => {
    if (isBlocked)
      await db
        .insert(blockedAddresses)
        .values({ businessId, address: BLOCKED, reason: 'test', createdBy: 'test' })
        .onConflictDoNothing()
    else
      await db
        .update(blockedAddresses)
        .set({ removedAt: now(), removedBy: 'test' })
        .where(and(eq(blockedAddresses.businessId, businessId), sql`removed_at is null`))
  })
}

/**
 * The sweeps of a business that a block holds, each with the units of deposits in earlier blocks that were flagged then
 * or when they were read later.
 */
export const minedSweeps = (businessId: string) =>
  workerCtx()
    .db.select({
      nonce: transactions.nonce,
      block: transactions.blockNumber,
      amountUnits: transactions.amountUnits,
      flagged: sql<string>`(select coalesce(sum(d.amount_units), 0)::text from ${depositScreenings} f
        join ${deposits} d on d.id = f.deposit_id
        where f.business_id = ${businessId} and d.stage <> 'reverted' and d.block_number < ${transactions.blockNumber}
          and (f.status <> 'CLEARED' or f.decided_at > min(${transactionAttempts.createdAt})))`,
    })
    .from(transactions)
    .innerJoin(transactionAttempts, eq(transactionAttempts.transactionId, transactions.id))
    .where(
      and(
        eq(transactions.businessId, businessId),
        eq(transactions.type, 'SWEEP'),
        eq(transactions.status, 'COMPLETED'),
      ),
    )
    .groupBy(transactions.id)

/** What a wallet held once its transaction of this nonce was executed. */
export async function heldBehind(
  local: LocalChain,
  { till, block, nonce }: { till: string; block: bigint; nonce: number },
): Promise<bigint> {
  const before = await local.rpc.readContract({
    address: local.cngn.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [getAddress(till)],
    blockNumber: block - 1n,
  })
  const { transactions: mined } = await local.rpc.getBlock({ blockNumber: block, includeTransactions: true })
  const own = mined.filter((one) => one.from === till.toLowerCase() && one.nonce <= nonce)
  const receipts = await Promise.all(own.map(({ hash }) => local.rpc.getTransactionReceipt({ hash })))
  const left = receipts.filter(({ status }) => status === 'success').flatMap(({ logs }) => logs)
  return before - left.reduce((sum, { data }) => sum + BigInt(data), 0n)
}

/** The units that came to a wallet from outside, on the chain as it is. */
export async function arrivedIn(local: LocalChain, till: string): Promise<bigint> {
  const [, event] = erc20Abi
  const to = getAddress(till)
  const logs = await local.rpc.getLogs({ address: local.cngn.address, event, args: { to }, fromBlock: 0n })
  return logs.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
