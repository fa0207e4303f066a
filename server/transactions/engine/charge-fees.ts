import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { lanes } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/businesses/platform-business'
import type { Chain } from '@/server/chains/registry'
import { settleGas } from '@/server/ledger/settle-gas'
import { usdMicrosUp } from '@/server/money/usd'
import { findPrice } from '@/server/prices/find-price'
import { type SponsoredCost, settleBudgets } from '@/server/sponsorship/settle-budgets'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'
import type { TransactionRow } from '../view'
import { delegationCosts, dropUnneededDelegations } from './delegation-costs'

/**
 * Settles the gas of ended transactions: the platform's float in the sending wallets shrinks by what they spent of it, top-ups make it
 * grow, and what was held in USD is charged for the part the platform paid, with the delegation a transaction needed. Run it in the
 * transaction that ends them. Returns the charges, in micro-dollars, of those that had a hold.
 */
export async function chargeFees(db: Database, chain: Chain, ended: TransactionRow[]): Promise<Map<string, bigint>> {
  await growFloats(db, chain, ended)
  const ownPaid = await shrinkFloats(db, chain, ended)
  if (chain.delegateAddress !== null)
    await dropUnneededDelegations(
      db,
      ended.map((row) => row.id),
    )
  const held = ended.filter((row) => row.feeHoldMicros > 0n && row.nativePriceE8 !== null)
  const delegations = await delegationCosts(
    db,
    held.map((row) => row.id),
  )
  const charges = held.map((row) => {
    const paidUnits = (ownPaid.get(row.id) ?? row.feeWei ?? 0n) + (delegations.get(row.id) ?? 0n)
    const chargeMicros = usdMicrosUp(paidUnits, chain.nativeDecimals, row.nativePriceE8 ?? 0n)
    return { businessId: row.businessId, transactionId: row.id, chargeMicros }
  })
  await settleGas(db, charges)
  if (chain.gasPolicy === 'sponsored')
    await settleBudgets(db, await sponsoredCosts(db, chain, { ended, ownPaid }), new Date())
  const holds = new Map(held.map((row) => [row.id, row.feeHoldMicros]))
  return new Map(
    charges.map(({ transactionId, chargeMicros }) => {
      const most = holds.get(transactionId) ?? 0n
      return [transactionId, chargeMicros < most ? chargeMicros : most]
    }),
  )
}

type Ended = { ended: TransactionRow[]; ownPaid: Map<string, bigint> }

/** What the platform paid for each, with the delegation it needed; also for those that filled a business's wallet. */
async function sponsoredCosts(db: Database, chain: Chain, { ended, ownPaid }: Ended): Promise<SponsoredCost[]> {
  const ids = ended.map((row) => row.id)
  const delegations = chain.delegateAddress === null ? new Map<string, bigint>() : await delegationCosts(db, ids)
  const isPlatforms = (row: TransactionRow) => row.businessId === PLATFORM_BUSINESS_ID
  // The platform's rows have no price of their own.
  const price = ended.some(isPlatforms) ? await findPrice(chain.nativeSymbol) : null
  return ended.map((row) => {
    const paidUnits = (ownPaid.get(row.id) ?? row.feeWei ?? 0n) + (delegations.get(row.id) ?? 0n)
    const priceE8 = isPlatforms(row) ? (price?.priceE8 ?? null) : row.nativePriceE8
    return { transactionId: row.id, costMicros: sponsoredMicrosOf(chain, paidUnits, priceE8) }
  })
}

async function growFloats(db: Database, chain: Chain, ended: TransactionRow[]): Promise<void> {
  const filled = new Map<string, bigint>()
  for (const { type, status, toAddress, amountUnits } of ended)
    if (type === 'GAS_TOPUP' && status === 'COMPLETED')
      filled.set(toAddress, (filled.get(toAddress) ?? 0n) + amountUnits)
  if (filled.size === 0) return
  const rows = [...filled].map(([address, units]) => ({ address, units: units.toString() }))
  // A wallet whose top-up was mined need not sit out its pause.
  await db.execute(sql`
    update lanes l set not_before = null, blocked_reason = null, updated_at = now(),
      gas_float_units = case when l.business_id = ${PLATFORM_BUSINESS_ID} then 0 else l.gas_float_units + f.units end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(address text, units numeric)
    where l.chain_id = ${chain.chainId} and l.address = f.address`)
}

/** What wallets that carried their own transactions paid out of the platform's float, by transaction. */
async function shrinkFloats(db: Database, chain: Chain, ended: TransactionRow[]): Promise<Map<string, bigint>> {
  const own = ended
    .filter(
      (row) =>
        row.chainType === 'EVM' &&
        row.feeWei !== null &&
        row.laneWalletId === row.walletId &&
        row.businessId !== PLATFORM_BUSINESS_ID,
    )
    .toSorted((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0))
  if (own.length === 0) return new Map()
  const floats = new Map(
    (
      await db
        .select({ walletId: lanes.walletId, units: lanes.gasFloatUnits })
        .from(lanes)
        .where(
          and(eq(lanes.chainId, chain.chainId), inArray(lanes.walletId, [...new Set(own.map((row) => row.walletId))])),
        )
        .orderBy(lanes.walletId)
        .for('update')
    ).map(({ walletId, units }) => [walletId, units]),
  )
  const touched = new Map<string, bigint>()
  const paid = new Map<string, bigint>()
  for (const { id, walletId, feeWei } of own) {
    const float = floats.get(walletId) ?? 0n
    const fee = feeWei ?? 0n
    const fromFloat = fee < float ? fee : float
    paid.set(id, fromFloat)
    if (fromFloat === 0n) continue
    floats.set(walletId, float - fromFloat)
    touched.set(walletId, float - fromFloat)
  }
  if (touched.size > 0) await writeFloats(db, chain.chainId, touched)
  return paid
}

async function writeFloats(db: Database, chainId: number, floats: Map<string, bigint>): Promise<void> {
  const rows = [...floats].map(([wallet_id, units]) => ({ wallet_id, units: units.toString() }))
  await db.execute(sql`
    update lanes l set gas_float_units = f.units
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(wallet_id uuid, units numeric)
    where l.chain_id = ${chainId} and l.wallet_id = f.wallet_id`)
}
