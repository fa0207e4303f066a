import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { bisectRows } from '@/server/alarms/bisect-rows'
import { isTransient } from '@/server/alarms/is-transient'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { recordRowFault } from '@/server/alarms/row-faults'
import type { Chain } from '@/server/chains/registry'
import { type ListenerCounts, notifyListeners, sumCounts } from './deposit-listeners'

const ended = z.object({ id: z.string(), wasConfirmed: z.boolean() })

type Blocks = { first: bigint; last: bigint; hashes: readonly string[] }

/**
 * Reverts deposits in blocks of a range that the chain no longer has; `hashes` are the blocks it has. Customers who
 * were notified of a confirmation are notified of the reversal, and so are operators, since the chain broke its
 * finality rule. A row that cannot be read is reported to operators only. Returns the result of each listener.
 */
export async function revertDeposits(
  db: Database,
  chain: Chain,
  { first, last, hashes }: Blocks,
  now: Date,
): Promise<ListenerCounts> {
  const reverted = await db.execute(sql`
    update deposits set stage = 'reverted', updated_at = ${now.toISOString()}::timestamptz
    where chain_id = ${chain.chainId} and block_number between ${first.toString()}::numeric and ${last.toString()}::numeric and stage <> 'reverted'
      and block_hash not in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))
    returning id, confirmed_at is not null as "wasConfirmed"`)
  const notified = z
    .array(ended)
    .parse([...reverted])
    .filter(({ wasConfirmed }) => wasConfirmed)
  if (notified.length > 0) {
    const message = `${chain.name} replaced blocks that were final by its rule: ${notified.length} confirmed deposits are reverted`
    await raiseAlarm(db, { kind: 'finality_broken', chainId: chain.chainId, subject: chain.code, message })
  }
  const counts = await bisectRows(
    notified.map(({ id }) => id),
    {
      work: (ids) => notifyListeners((listener) => listener.reverted(db, ids, now)),
      isExpectedError: isTransient,
      // The chain must still be read.
      onFault: (id, error) => recordRowFault({ noun: 'deposit', id, chainId: chain.chainId }, error, now),
    },
  )
  return sumCounts(counts)
}
