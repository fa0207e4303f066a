import { and, eq } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { exactAmount } from '@/server/money/display-amount'
import { listPlatformWallets } from './gas-wallet'
import { readBalanceOf } from './read-balance-of'

/** Refills wait for their turn, and a treasury that has less than one of them needs takes none of them. */
export const refillWatcher: Watcher = {
  name: 'refills',
  kinds: ['refill_unpaid'],
  works: ['pump-chain'],
  async findCauses(ctx) {
    const treasury = (await listPlatformWallets(ctx)).find(({ purpose }) => purpose === 'TREASURY')
    if (!treasury) return []
    const smallest = await loadSmallest(ctx, treasury.id)
    const served = (await listChains()).filter(({ chainId }) => smallest.has(chainId))
    const causes = await Promise.all(
      served.map((chain) => judge(chain, treasury.address, smallest.get(chain.chainId) ?? 0n)),
    )
    return causes.flatMap((cause) => cause ?? [])
  },
}

/** Loads the smallest unsigned refill of each chain. */
async function loadSmallest({ db }: WorkerCtx, treasuryId: string): Promise<Map<number, bigint>> {
  const waiting = await db
    .select({ chainId: transactions.chainId, units: transactions.amountUnits })
    .from(transactions)
    .where(
      and(
        eq(transactions.laneWalletId, treasuryId),
        eq(transactions.type, 'GAS_TOPUP'),
        eq(transactions.stage, 'queued'),
        eq(transactions.status, 'PENDING'),
      ),
    )
  const smallest = new Map<number, bigint>()
  for (const { chainId, units } of waiting) {
    const lowest = smallest.get(chainId)
    if (lowest === undefined || units < lowest) smallest.set(chainId, units)
  }
  return smallest
}

/** Null as long as one can be paid, without its own fee, or while the chain does not answer. */
async function judge(chain: Chain, treasury: string, units: bigint): Promise<Cause | null> {
  const heldUnits = await readBalanceOf(chain, treasury)
  if (heldUnits === null || heldUnits > units) return null
  const coins = (amount: bigint) => `${exactAmount(formatAmount(amount, chain.nativeDecimals))} ${chain.nativeSymbol}`
  const message = `The treasury on ${chain.name} holds ${coins(heldUnits)} and cannot pay a refill of ${coins(units)}.`
  return { kind: 'refill_unpaid', chainId: chain.chainId, subject: treasury, message }
}
