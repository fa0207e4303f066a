import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'

export type Credit = { businessId: string; micros: bigint; reason: string; createdBy: string }

/** Money came in: `funding` to `available`, in one statement. Returns the journal's id. Who may do so is the caller's to know. */
export async function postCredit(db: Database, { businessId, micros, reason, createdBy }: Credit): Promise<string> {
  if (micros <= 0n) throw new Error('a credit is more than nothing')
  const journalId = newId()
  await db.execute(sql`
    with locked as (
      select business_id from ledger_accounts where business_id = ${businessId} and kind = 'available' for update
    ), journal as (
      insert into ledger_journals (id, business_id, kind, reason, created_by)
      select ${journalId}::uuid, ${businessId}::uuid, 'credit', ${reason}, ${createdBy} from (select count(*) from locked) waited
      returning id, business_id
    )
    insert into ledger_entries (journal_id, business_id, kind, amount_micros)
    select j.id, j.business_id, leg.kind, leg.sign * ${micros.toString()}::numeric
    from journal j, (values ('available', 1), ('funding', -1)) as leg(kind, sign)`)
  return journalId
}
