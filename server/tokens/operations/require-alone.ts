import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { PlannedCall } from './plan'

/**
 * Refuses a call that cannot be undone while its wallet has another open transaction that could change the facts it was
 * planned with. Later transactions of that wallet are mined after the call. Throws conflict.
 */
export async function requireAlone(
  { db, businessId }: TenantCtx,
  { from, notBeside = [] }: Pick<PlannedCall, 'from' | 'notBeside'>,
): Promise<void> {
  if (notBeside.length === 0) return
  const contracts = notBeside.map((address) => address.toLowerCase())
  const [open] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, businessId),
        eq(transactions.fromAddress, from),
        eq(transactions.status, 'PENDING'),
        or(
          inArray(sql`lower(${transactions.toAddress})`, contracts),
          inArray(sql`lower(${transactions.tokenAddress})`, contracts),
        ),
      ),
    )
    .limit(1)
  if (open) throw refusal('operation_open', { message: `Transaction ${open.id} of the tokenAdmin has to end first` })
}
