import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { lanes } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { usdMicrosUp } from '@/server/money/usd'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { findPrice } from '@/server/prices/find-price'
import { type SponsoredCost, settleBudgets } from '@/server/sponsorship/settle-budgets'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'
import type { END_HANDLERS, EndedTransactions } from './end-handlers'
import { delegationCosts, topUpCosts } from './evm/platform-costs'
import { settleGas } from './gas-holds'

/**
 * Settles the gas of ended transactions. It reduces the platform's float in the sending wallets by what they spent of
 * it. It charges the USD hold for the part that the platform paid, with the delegation and the top-ups of the
 * transaction. Run it in the transaction that ends them. Returns the charges of those that had a hold, in
 * micro-dollars.
 */
export async function chargeFees(
  db: Database,
  { chain, ended, now }: EndedTransactions,
  onEnded: typeof END_HANDLERS,
): Promise<Map<string, bigint>> {
  const ownPaid = await shrinkFloats(db, chain, ended)
  const held = ended.filter((row) => row.feeHoldMicros > 0n && row.nativePriceE8 !== null)
  const heldIds = held.map((row) => row.id)
  const delegations = await delegationCosts(db, heldIds)
  const topUps = await topUpCosts(db, heldIds)
  const charges = held.map((row) => {
    const servedUnits = (delegations.get(row.id) ?? 0n) + (topUps.get(row.id) ?? 0n)
    const paidUnits = (ownPaid.get(row.id) ?? row.feeWei ?? 0n) + servedUnits
    const chargeMicros = usdMicrosUp(paidUnits, chain.nativeDecimals, row.nativePriceE8 ?? 0n)
    return { businessId: row.businessId, transactionId: row.id, chargeMicros }
  })
  await settleGas(db, charges)
  if (chain.gasPolicy === 'sponsored')
    await settleBudgets(db, await sponsoredCosts(db, chain, { ended, ownPaid, onEnded }), now)
  const holds = new Map(held.map((row) => [row.id, row.feeHoldMicros]))
  return new Map(
    charges.map(({ transactionId, chargeMicros }) => {
      const most = holds.get(transactionId) ?? 0n
      return [transactionId, chargeMicros < most ? chargeMicros : most]
    }),
  )
}

type Ended = { ended: readonly TransactionRow[]; ownPaid: Map<string, bigint>; onEnded: typeof END_HANDLERS }

/**
 * The cost to the platform of each transaction, with its delegation; also of transactions that filled a business's
 * wallet.
 */
async function sponsoredCosts(
  db: Database,
  chain: Chain,
  { ended, ownPaid, onEnded }: Ended,
): Promise<SponsoredCost[]> {
  const ids = ended.map((row) => row.id)
  const delegations = chain.delegateAddress === null ? new Map<string, bigint>() : await delegationCosts(db, ids)
  const isPlatforms = (row: TransactionRow) => row.businessId === PLATFORM_BUSINESS_ID
  // The platform's rows have no stored price.
  const price = ended.some(isPlatforms) ? await findPrice(chain.nativeSymbol) : null
  return ended.map((row) => {
    const paidUnits = (ownPaid.get(row.id) ?? row.feeWei ?? 0n) + (delegations.get(row.id) ?? 0n)
    const priceE8 = isPlatforms(row) ? (price?.priceE8 ?? null) : row.nativePriceE8
    const isForRecipient = onEnded[row.type].isForRecipient === true
    return { transactionId: row.id, isForRecipient, costMicros: sponsoredMicrosOf(chain, paidUnits, priceE8) }
  })
}

/**
 * The platform's coins that wallets spent on transactions that they sent themselves, by transaction. They come from the
 * float and, beyond it, from a sent top-up whose end may be read later; until then the float is below zero. The
 * platform's own wallets hold only its money.
 */
async function shrinkFloats(
  db: Database,
  chain: Chain,
  ended: readonly TransactionRow[],
): Promise<Map<string, bigint>> {
  const relayed = ended
    .filter((row) => row.chainType === 'EVM' && row.feeWei !== null && row.laneWalletId === row.walletId)
    .toSorted((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0))
  if (relayed.length === 0) return new Map()
  const floats = await lockFloats(db, chain.chainId, relayed)
  const own = relayed.filter(({ walletId }) => floats.has(walletId))
  const spent = own.map(({ id, walletId, feeWei }) => ({ id, walletId, units: feeWei ?? 0n }))
  const sums = new Map<string, bigint>()
  for (const { walletId, units } of spent) sums.set(walletId, (sums.get(walletId) ?? 0n) + units)
  const isBeyond = [...sums].some(([walletId, units]) => units > (floats.get(walletId) ?? 0n))
  const sent = isBeyond ? await readSentTopUps(db, chain.chainId, [...floats.keys()]) : new Map<string, bigint>()
  const touched = new Map<string, bigint>()
  const paid = new Map<string, bigint>()
  for (const { id, walletId, units } of spent) {
    const float = floats.get(walletId) ?? 0n
    const most = float + (sent.get(walletId) ?? 0n)
    const fromFloat = units < most ? units : most
    if (fromFloat <= 0n) {
      paid.set(id, 0n)
      continue
    }
    paid.set(id, fromFloat)
    floats.set(walletId, float - fromFloat)
    touched.set(walletId, float - fromFloat)
  }
  if (touched.size > 0) await writeFloats(db, chain.chainId, touched)
  return paid
}

/** Locks the floats of customers' wallets. */
async function lockFloats(db: Database, chainId: number, rows: TransactionRow[]): Promise<Map<string, bigint>> {
  const ids = [...new Set(rows.map((row) => row.walletId))]
  const locked = await db
    .select({ walletId: lanes.walletId, units: lanes.gasFloatUnits })
    .from(lanes)
    .where(and(eq(lanes.chainId, chainId), inArray(lanes.walletId, ids), ne(lanes.businessId, PLATFORM_BUSINESS_ID)))
    .orderBy(lanes.walletId)
    .for('update')
  return new Map(locked.map(({ walletId, units }) => [walletId, units]))
}

const sentRow = z.object({ walletId: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * Top-ups that were sent and have not ended, by wallet. Read under the lanes' locks: one that ends meanwhile waits for
 * them.
 */
async function readSentTopUps(db: Database, chainId: number, walletIds: string[]): Promise<Map<string, bigint>> {
  const rows = await db.execute(sql`
    select l.wallet_id as "walletId", sum(t.amount_units)::text as units from lanes l join transactions t
      on t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING' and t.stage <> 'queued'
    where l.chain_id = ${chainId} and l.wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(walletIds)}::jsonb))
    group by 1`)
  return new Map(
    z
      .array(sentRow)
      .parse([...rows])
      .map(({ walletId, units }) => [walletId, units]),
  )
}

async function writeFloats(db: Database, chainId: number, floats: Map<string, bigint>): Promise<void> {
  const rows = [...floats].map(([wallet_id, units]) => ({ wallet_id, units: units.toString() }))
  await db.execute(sql`
    update lanes l set gas_float_units = f.units, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(wallet_id uuid, units numeric)
    where l.chain_id = ${chainId} and l.wallet_id = f.wallet_id`)
}
