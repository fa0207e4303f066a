import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '@/db/client'
import { tokens, tokenWallets } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { applyPayouts } from './apply-payouts'
import type { TokenEvent } from './decode-logs'
import { addressesIn, countInvestors, type Holders, projectHolders } from './project-holders'
import { writeBalances } from './write-balances'

type Applying = {
  tokenId: string
  /** In chain order. */
  events: readonly TokenEvent[]
  now: Date
  /** Whether coupon events are published: not while a projection is only rebuilt. */
  isNotified: boolean
}

/**
 * Applies events of one token to its wallets, its supply and its payouts. Works on sets, so that 10,000 events take as
 * many statements as one. Returns the number of webhook messages written to the outbox.
 */
export async function applyEvents(db: Database, { tokenId, events, now, isNotified }: Applying): Promise<number> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId)).for('update')
  if (!token || events.length === 0) return 0
  const holders = await loadHolders(db, tokenId, addressesIn(events))
  const keysBefore = keysOf(holders)
  const before = new Map(holders)
  const projected = projectHolders(holders, events)
  const touched = new Set([...keysBefore, ...keysOf(holders)])
  const others = await sumOthers(db, tokenId, {
    keys: touched,
    addresses: new Set([...holders.keys(), token.adminAddress]),
  })
  const grown = countInvestors(investorsIn(holders, token), others) - countInvestors(investorsIn(before, token), others)
  await writeHolders(db, token, holders)
  await writeBalances(db, token, projected.balances)
  await db
    .update(tokens)
    .set({
      totalSupplyUnits: token.totalSupplyUnits + projected.supplyDelta,
      holderCount: token.holderCount + grown,
      status: pausedAs(token.status, projected.isPaused),
      updatedAt: now,
    })
    .where(eq(tokens.id, tokenId))
  return applyPayouts(db, { token, events, now, isNotified })
}

/** The wallets of investors. Like the contract, this never counts the tokenAdmin as an investor, registered or not. */
function investorsIn(holders: Holders, { adminAddress }: TokenRow): Holders {
  return new Map([...holders].filter(([address]) => address !== adminAddress))
}

/** Only an active token becomes paused; a redeemed token keeps its status. */
function pausedAs(status: TokenRow['status'], isPaused: boolean | null): TokenRow['status'] {
  if (isPaused === true && status === 'ACTIVE') return 'PAUSED'
  return isPaused === false && status === 'PAUSED' ? 'ACTIVE' : status
}

async function loadHolders(db: Database, tokenId: string, addresses: ReadonlySet<string>): Promise<Holders> {
  if (addresses.size === 0) return new Map()
  const rows = await db
    .select()
    .from(tokenWallets)
    .where(and(eq(tokenWallets.tokenId, tokenId), isAmong(tokenWallets.address, addresses)))
    .orderBy(tokenWallets.address)
    .for('update')
  return new Map(
    rows.map(({ address, balanceUnits, isRegistered, isFrozen, investorKey }) => [
      address,
      { balanceUnits, isRegistered, isFrozen, investorKey },
    ]),
  )
}

/** Passes all values as one parameter, because a statement has at most 65,534. */
function isAmong(column: PgColumn, values: ReadonlySet<string>): SQL {
  return sql`${column} in (select value from jsonb_array_elements_text(${JSON.stringify([...values])}::jsonb))`
}

function keysOf(holders: Holders): string[] {
  return [...holders.values()].flatMap(({ investorKey }) => investorKey ?? [])
}

type Others = { keys: ReadonlySet<string>; addresses: ReadonlySet<string> }

/** The balances of the same investors in other wallets, by investor. */
async function sumOthers(db: Database, tokenId: string, { keys, addresses }: Others): Promise<Map<string, bigint>> {
  if (keys.size === 0) return new Map()
  const rows = await db
    .select({ key: tokenWallets.investorKey, units: sql<string>`sum(${tokenWallets.balanceUnits})::text` })
    .from(tokenWallets)
    .where(
      and(
        eq(tokenWallets.tokenId, tokenId),
        isAmong(tokenWallets.investorKey, keys),
        not(isAmong(tokenWallets.address, addresses)),
      ),
    )
    .groupBy(tokenWallets.investorKey)
  return new Map(rows.flatMap(({ key, units }) => (key === null ? [] : [[key, BigInt(units)] as const])))
}

async function writeHolders(db: Database, { id, businessId }: TokenRow, holders: Holders): Promise<void> {
  if (holders.size === 0) return
  const rows = [...holders].map(([address, state]) => ({
    address,
    ...state,
    balanceUnits: state.balanceUnits.toString(),
  }))
  await db.execute(sql`
    insert into token_wallets (token_id, business_id, address, balance_units, is_registered, is_frozen, investor_key)
    select ${id}::uuid, ${businessId}::uuid, address, "balanceUnits", "isRegistered", "isFrozen", "investorKey"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(address text, "balanceUnits" numeric, "isRegistered" boolean,
      "isFrozen" boolean, "investorKey" text)
    order by address
    on conflict (token_id, address) do update set balance_units = excluded.balance_units, is_registered = excluded.is_registered,
      is_frozen = excluded.is_frozen, investor_key = excluded.investor_key`)
}
