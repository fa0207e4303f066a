import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenEvents, tokenItems, tokenOperations, tokenSteps, tokens, tokenWallets } from '@/db/schema'
import { investorKeyOf } from '@/server/tokens/operations/asset-calls'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { PastState } from '@/server/tokens/solana/read-past'
import type { AccountState, TokenState } from '@/server/tokens/solana/read-token-state'
import type { BalanceAt } from './project-holders'
import { writeBalances } from './write-balances'

type Applying = {
  tokenId: string
  state: TokenState
  /** The states at record times since the previous read; null if no record time passed. */
  past: readonly PastState[] | null
  now: Date
}
type WalletRow = typeof tokenWallets.$inferSelect

/** Applies the state of a token's accounts at a slot to its wallets, its supply and its pause. */
export async function applyTokenState(db: Database, { tokenId, state, past, now }: Applying): Promise<void> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId)).for('update')
  if (!token) return
  for (const each of past ?? []) await applyPastState(db, token, each)
  const rows = await db
    .select()
    .from(tokenWallets)
    .where(eq(tokenWallets.tokenId, tokenId))
    .orderBy(tokenWallets.address)
    .for('update')
  const decided = await findDecided(db, { tokenId, upTo: state.slot })
  const moved: BalanceAt[] = []
  for (const [address, account] of state.accounts) {
    const row = rows.find((each) => each.address === address)
    const writing = { token, row, address, account, decided: decided.get(address), slot: state.slot }
    moved.push(...(await writeWallet(db, writing)))
  }
  await writeBalances(db, token, moved)
  // A record time is read only once.
  if (moved.length > 0 || past !== null) await recordSnapshot(db, token, state)
  await db
    .update(tokens)
    .set({
      totalSupplyUnits: state.supplyUnits,
      holderCount: await countInvestors(db, token),
      status: pausedAs(token.status, state.isPaused),
      updatedAt: now,
    })
    .where(eq(tokens.id, tokenId))
}

function pausedAs(status: TokenRow['status'], isPaused: boolean): TokenRow['status'] {
  if (isPaused) return status === 'ACTIVE' ? 'PAUSED' : status
  return status === 'PAUSED' ? 'ACTIVE' : status
}

type Decided = 'REGISTER' | 'REMOVE'

/** The last registration or removal of each wallet, by operations whose steps are done up to this slot. */
async function findDecided(
  db: Database,
  { tokenId, upTo }: { tokenId: string; upTo: bigint },
): Promise<Map<string, Decided>> {
  const rows = await db
    .select({ address: tokenItems.address, kind: tokenOperations.kind })
    .from(tokenItems)
    .innerJoin(tokenOperations, eq(tokenOperations.id, tokenItems.operationId))
    .innerJoin(
      tokenSteps,
      and(
        eq(tokenSteps.operationId, tokenOperations.id),
        eq(tokenSteps.status, 'DONE'),
        sql`${tokenItems.line} between ${tokenSteps.firstLine} and ${tokenSteps.firstLine} + ${tokenSteps.lineCount} - 1`,
        sql`${tokenSteps.blockNumber} <= ${upTo.toString()}::numeric`,
      ),
    )
    .where(
      and(
        eq(tokenOperations.tokenId, tokenId),
        inArray(tokenOperations.kind, ['REGISTER', 'REMOVE']),
        eq(tokenOperations.status, 'PENDING'),
        eq(tokenItems.status, 'PENDING'),
      ),
    )
    .orderBy(tokenSteps.blockNumber, tokenOperations.createdAt)
  return new Map(rows.map(({ address, kind }) => [address, kind === 'REMOVE' ? 'REMOVE' : 'REGISTER']))
}

type Writing = {
  token: TokenRow
  row: WalletRow | undefined
  address: string
  account: AccountState
  decided: Decided | undefined
  slot: bigint
}

/**
 * Stores the registration and the balance of a wallet. The owner of a thawed account is registered. The owner of a
 * frozen one stays registered unless it was removed while empty. A freeze outlives the registration and the account, so
 * that neither ends it. The tokenAdmin is never registered. Returns the balance if it changed.
 */
async function writeWallet(
  db: Database,
  { token, row, address, account, decided, slot }: Writing,
): Promise<BalanceAt[]> {
  const isAdmin = address === token.adminAddress
  const units = account?.units ?? 0n
  const was = row ?? { isRegistered: false, isFrozen: false, balanceUnits: 0n, investorId: null, investorKey: null }
  const isRemoved = decided === 'REMOVE' && units === 0n
  // Only a registered wallet receives units, also one whose registration a restored backup lacks.
  const staysRegistered = (was.isRegistered || decided === 'REGISTER' || units > 0n) && !isRemoved
  const isRegistered = !isAdmin && account !== null && (!account.isFrozen || staysRegistered)
  const isFrozen = isRegistered ? account.isFrozen : was.isFrozen
  const investorKey = isRegistered && was.investorId !== null ? investorKeyOf(token.id, was.investorId) : null
  const isSame =
    was.isRegistered === isRegistered &&
    was.isFrozen === isFrozen &&
    was.balanceUnits === units &&
    was.investorKey === investorKey
  if (isSame) return []
  const { id: tokenId, businessId } = token
  const set = { isRegistered, isFrozen, investorKey, balanceUnits: units }
  await db
    .insert(tokenWallets)
    .values({ tokenId, businessId, address, ...set })
    .onConflictDoUpdate({ target: [tokenWallets.tokenId, tokenWallets.address], set })
  if (was.balanceUnits === units) return []
  return [{ address, blockNumber: slot, balanceUnits: units, beforeUnits: was.balanceUnits }]
}

/** Investors with a balance; wallets without an investor do not count. */
async function countInvestors(db: Database, { id }: TokenRow): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${tokenWallets.investorKey})::int` })
    .from(tokenWallets)
    .where(and(eq(tokenWallets.tokenId, id), sql`${tokenWallets.balanceUnits} > 0`))
  return row?.count ?? 0
}

/**
 * Records the balances at a time before a snapshot, like an additional snapshot of that time. Call it before the
 * snapshot is applied, in the same transaction.
 */
async function applyPastState(db: Database, token: TokenRow, { slot, seconds, units }: PastState): Promise<void> {
  const { id: tokenId, businessId } = token
  const rows = await db
    .select({ address: tokenWallets.address, balanceUnits: tokenWallets.balanceUnits })
    .from(tokenWallets)
    .where(eq(tokenWallets.tokenId, tokenId))
    .orderBy(tokenWallets.address)
    .for('update')
  const had = new Map(rows.map(({ address, balanceUnits }) => [address, balanceUnits]))
  const moved = [...units].flatMap(([address, balanceUnits]) => {
    const beforeUnits = had.get(address) ?? 0n
    return beforeUnits === balanceUnits ? [] : [{ address, blockNumber: slot, balanceUnits, beforeUnits }]
  })
  await writeBalances(db, token, moved)
  for (const { address, balanceUnits } of moved)
    await db
      .insert(tokenWallets)
      .values({ tokenId, businessId, address, balanceUnits })
      .onConflictDoUpdate({ target: [tokenWallets.tokenId, tokenWallets.address], set: { balanceUnits } })
  await recordSnapshot(db, token, { slot, seconds })
}

/** Records when balances were read, once for each slot. Coupons need times, and slots have none. */
async function recordSnapshot(
  db: Database,
  { id: tokenId, businessId }: TokenRow,
  { slot, seconds }: { slot: bigint; seconds: number },
): Promise<void> {
  const poll = { blockHash: '', txHash: '', logIndex: 0, name: 'AccountsRead', args: {} }
  await db
    .insert(tokenEvents)
    .values({ tokenId, businessId, blockNumber: slot, blockTime: seconds, ...poll })
    .onConflictDoNothing()
}
