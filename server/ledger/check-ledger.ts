import { recordHeartbeat } from '@/server/alarms/heartbeat'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { WorkerCtx } from '@/server/ctx'
import { type LedgerFault, ledgerDrift } from './ledger-drift'

/** The heartbeat of the check. */
export const LEDGER_CHECK = 'ledger check'

/**
 * Adds up every entry there is. Where something does not add up an alarm is open until a later check finds all of it
 * right. Returns how many faults.
 */
export async function checkLedger(ctx: WorkerCtx): Promise<number> {
  const faults = await ledgerDrift(ctx.db)
  const [first] = faults
  const cause = { kind: 'ledger_drift', chainId: null, subject: 'ledger' } as const
  if (first) await raiseAlarm(ctx.db, { ...cause, message: wordsOf(first, faults.length) })
  else await closeAlarm(ctx.db, cause)
  await recordHeartbeat(ctx, LEDGER_CHECK)
  return faults.length
}

function wordsOf({ fault, subject, currency, driftUnits, businessId }: LedgerFault, faults: number): string {
  const others = faults === 1 ? '' : `, and ${faults - 1} more`
  return `The ledger does not add up: ${fault} ${subject} of business ${businessId} is off by ${driftUnits} units of ${currency}${others}`
}
