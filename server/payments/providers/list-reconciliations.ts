import { asc, desc } from 'drizzle-orm'
import { providerReconciliations } from '@/db/schema'
import type { ReconciliationView } from '@/schemas/payments/providers/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toReconciliation } from './view'

/** A month of five providers. */
const MAX_ROWS = 150

/** Reconciliations of the last days, newest first. */
export async function listReconciliations({ db }: OperatorCtx): Promise<Rows<ReconciliationView>> {
  const rows = await db
    .select()
    .from(providerReconciliations)
    .orderBy(desc(providerReconciliations.day), asc(providerReconciliations.provider))
    .limit(MAX_ROWS)
  return { items: rows.map(toReconciliation) }
}
