import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { tokenPayouts } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { scheduleOf } from './schedule-of'

const ROWS_PER_INSERT = 200

/** Stores every coupon of a deployed token, once; a token without coupons has none. */
export async function addSchedule(db: Database, token: TokenRow & { issueDate: string }): Promise<void> {
  const { id: tokenId, businessId } = token
  const rows = scheduleOf(token).map((coupon) => ({ id: newId(), businessId, tokenId, ...coupon }))
  for (let first = 0; first < rows.length; first += ROWS_PER_INSERT)
    await db
      .insert(tokenPayouts)
      .values(rows.slice(first, first + ROWS_PER_INSERT))
      .onConflictDoNothing()
}
