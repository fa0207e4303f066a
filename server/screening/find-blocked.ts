import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { blockedText } from '@/schemas/screening/words'
import { refusal } from '@/server/errors'
import { type Naming, recipientsOf } from './recipients-of'

type BlockScope = { db: Database; businessId: string }

/** The addresses among these that the business, or the platform for all, has blocked. */
export async function findBlocked({ db, businessId }: BlockScope, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await db.execute(sql`
    select distinct address from blocked_among(${businessId}::uuid,
      array(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))`)
  return new Set(
    z
      .array(z.object({ address: z.string() }))
      .parse([...rows])
      .map(({ address }) => address),
  )
}

/** Throws failed (`address_blocked`) if one of these addresses is blocked for the business. */
export async function requireUnblocked(scope: BlockScope, addresses: readonly string[], param?: string): Promise<void> {
  const [blocked] = await findBlocked(scope, addresses)
  if (blocked !== undefined) throw refusal('address_blocked', { message: blockedText(blocked), param })
}

type Row = Naming & { id: string; businessId: string }

/** Throws failed (`address_blocked`) if a transaction names an address that is blocked for its business. */
export async function requireUnblockedRow(scope: Pick<BlockScope, 'db'>, row: Row): Promise<void> {
  const blocked = (await findBlockedRows(scope, [row])).get(row.id)
  if (blocked !== undefined) throw refusal('address_blocked', { message: blockedText(blocked) })
}

const found = z.object({ id: z.string(), address: z.string() })

/** The transactions that name an address which is blocked for their business now, by id, with that address. */
export async function findBlockedRows(
  { db }: Pick<BlockScope, 'db'>,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const recipients = rows.flatMap((row) =>
    recipientsOf(row).map((address) => ({ id: row.id, business_id: row.businessId, address })),
  )
  // The accounts that a Solana call names are of other owners.
  const tokens = rows
    .filter(({ type, toAddress }) => type === 'TOKEN_OPERATION' && !toAddress.startsWith('0x'))
    .map(({ id, businessId }) => ({ id, business_id: businessId }))
  if (recipients.length === 0 && tokens.length === 0) return new Map()
  const blocked = await db.execute(sql`
    select transaction_id as id, blocked_address as address
    from blocked_transactions(${JSON.stringify(recipients)}::jsonb, ${JSON.stringify(tokens)}::jsonb)`)
  return new Map([...blocked].map((row) => found.parse(row)).map(({ id, address }) => [id, address]))
}

/** Whether an address is blocked for a business now; in SQL, for lists that leave it out. */
export function isBlocked({ businessId }: { businessId: string }, address: SQL): SQL {
  return sql`exists (select from blocked_among(${businessId}::uuid, array[${address}]))`
}
