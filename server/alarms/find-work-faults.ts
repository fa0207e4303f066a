import { and, asc, eq, getTableColumns, gt, inArray, isNull } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, workFaults } from '@/db/schema'
import { isWorkName, WORKS, type WorkName } from '@/schemas/alarms/words'
import { formatUtc } from '@/server/text/format-utc'

/** Work whose last failure is older than this is no longer retried. */
const OLD_AFTER_MS = 86_400_000

export type WorkFaultRow = typeof workFaults.$inferSelect & { name: WorkName; chainName: string | null }

/**
 * The faults that workers wait for now, longest first, filtered by `names` if given. Rows that cannot be read are left
 * out.
 */
export async function findWorkFaults(
  { db, now }: { db: Database; now: () => Date },
  names: readonly WorkName[] = [],
): Promise<WorkFaultRow[]> {
  const rows = await db
    .select({ ...getTableColumns(workFaults), chainName: chains.name })
    .from(workFaults)
    .leftJoin(chains, eq(chains.chainId, workFaults.chainId))
    .where(
      and(
        isNull(workFaults.overAt),
        gt(workFaults.lastAt, new Date(now().getTime() - OLD_AFTER_MS)),
        names.length > 0 ? inArray(workFaults.name, [...names]) : undefined,
      ),
    )
    .orderBy(asc(workFaults.since))
  return rows.flatMap((row) => {
    const { name } = row
    return isWorkName(name) ? [{ ...row, name }] : []
  })
}

/** The sentence of an alarm that describes a fault. */
export function sentenceOf({ name, reason, next, count, since, lastAt }: WorkFaultRow): string {
  const times =
    count === 1 ? `once, ${formatUtc(since)}` : `${count} times since ${formatUtc(since)}, last ${formatUtc(lastAt)}`
  return `${WORKS[name].title} failed ${times}: ${reason}. Next: ${next}.`
}
