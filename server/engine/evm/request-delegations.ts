import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { PlatformWallet } from '@/server/platform/gas-wallet'
import { platformTransaction } from '@/server/platform/top-up'
import { insertTransactions } from '@/server/queue/insert-transactions'
import { lockOpen } from '@/server/queue/lock-open'
import { choosePayers } from './choose-payers'

/** A queued transaction of a wallet whose account does not point to the delegate contract yet. */
type Undelegated = {
  id: string
  walletId: string
  address: string
  /** The number of delegations ever requested for the account, counted before its code was read. */
  delegations: number
}

/**
 * Requests the delegations that transactions need. First judges the transactions as if they were sent now, and ends
 * those that lack money, revert or are not covered. The first good one of each wallet pays for the delegation, and its
 * hold is raised before.
 */
export async function requestDelegations(
  ctx: WorkerCtx,
  chain: Chain,
  waiting: readonly Undelegated[],
  relayers: readonly PlatformWallet[],
): Promise<void> {
  const tooOften = await triedTooOften(ctx, chain, waiting)
  const eligible = waiting.filter(({ address }) => !tooOften.has(address))
  const [relayer] = relayers
  if (!relayer || eligible.length === 0) return
  const chosen = await choosePayers(ctx, chain, { transactionIds: eligible.map(({ id }) => id), relayerId: relayer.id })
  const payers = eligible.filter(({ id }) => chosen.has(id))
  if (payers.length === 0) return
  await insertDelegations(chain, payers, relayers)
  faultPoint('delegation-after-request')
}

/**
 * An account has at most one delegation at a time, and gets none if one ended since its code was read. Locks the payers
 * first, so that a cancel and this insert see each other.
 */
async function insertDelegations(
  chain: Chain,
  payers: readonly Undelegated[],
  relayers: readonly PlatformWallet[],
): Promise<void> {
  await inWorker(async ({ db }) => {
    const open = await lockOpen(
      db,
      payers.map(({ id }) => id),
    )
    const delegationCounts = await countDelegations(db, chain, payers)
    const rows = payers.flatMap(({ id: servedTransactionId, address, delegations }) => {
      // The relayer that delegates an account also sends its first transactions, so relayers are chosen by address:
      // that spreads them even if accounts come one at a time.
      const relayer = relayers[Number(BigInt(address) % BigInt(relayers.length))]
      if (!relayer || !open.has(servedTransactionId) || (delegationCounts.get(address) ?? 0) !== delegations) return []
      const delegation = { type: 'DELEGATE' as const, toAddress: address, amountUnits: 0n, servedTransactionId }
      return [{ ...platformTransaction(chain, relayer), ...delegation }]
    })
    await insertTransactions(db, rows)
  })
}

async function countDelegations(
  db: Database,
  chain: Chain,
  accounts: readonly Undelegated[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ address: transactions.toAddress, count: sql<number>`count(*)::int` })
    .from(transactions)
    .where(delegationsOf(chain, accounts))
    .groupBy(transactions.toAddress)
  return new Map(rows.map(({ address, count }) => [address, count]))
}

/** A mined delegation without effect costs gas each time. After three in an hour an operator must check it. */
async function triedTooOften(
  { db }: WorkerCtx,
  chain: Chain,
  accounts: readonly Undelegated[],
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set()
  const rows = await db
    .select({ address: transactions.toAddress })
    .from(transactions)
    .where(
      and(
        delegationsOf(chain, accounts),
        eq(transactions.status, 'COMPLETED'),
        sql`created_at > now() - interval '1 hour'`,
      ),
    )
    .groupBy(transactions.toAddress)
    .having(sql`count(*) >= 3`)
  for (const { address } of rows) {
    const message = `The account ${address} does not point to the delegate contract after three transactions that set it.`
    await raiseAlarm(db, { kind: 'needs_operator', chainId: chain.chainId, subject: address, message })
  }
  return new Set(rows.map((row) => row.address))
}

function delegationsOf({ chainId }: Chain, accounts: readonly Undelegated[]) {
  const addresses = [...new Set(accounts.map(({ address }) => address))]
  return and(
    eq(transactions.chainId, chainId),
    eq(transactions.type, 'DELEGATE'),
    inArray(transactions.toAddress, addresses),
  )
}
