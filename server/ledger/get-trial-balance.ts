import { and, asc, count, eq, isNull, sum } from 'drizzle-orm'
import { alarms, heartbeats, ledgerAccounts } from '@/db/schema'
import type { TrialBalance } from '@/schemas/ledger/contract'
import type { OperatorCtx } from '@/server/ctx'
import { LEDGER_CHECK } from './check-ledger'
import { listKnownTokens } from './list-known-tokens'
import { toTrialBalance } from './view'

/**
 * The balances of all accounts, by currency and kind, with the last check. Accounts of the platform are listed one by
 * one, those of businesses are summed.
 */
export async function getTrialBalance({ db }: OperatorCtx): Promise<TrialBalance> {
  const { currency, kind, balanceUnits } = ledgerAccounts
  const accounts = await db
    .select({ currency, kind, accounts: count(), units: sum(balanceUnits) })
    .from(ledgerAccounts)
    .groupBy(currency, kind)
    .orderBy(asc(currency), asc(kind))
  const [checked] = await db.select().from(heartbeats).where(eq(heartbeats.name, LEDGER_CHECK))
  const [alarm] = await db
    .select({ message: alarms.message })
    .from(alarms)
    .where(and(eq(alarms.kind, 'ledger_drift'), isNull(alarms.closedAt)))
  const tokens = await listKnownTokens(db)
  return toTrialBalance({ accounts, tokens, checkedAt: checked?.beatAt ?? null, problem: alarm?.message ?? null })
}
