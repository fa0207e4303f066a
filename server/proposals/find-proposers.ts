import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { proposals } from '@/db/schema'
import { PROPOSAL_TERM_MS, type ProposalMutation } from '@/schemas/proposals/words'

type ProposersInput = { act: ProposalMutation; field: string; ids: readonly string[] }

/** The people who proposed a mutation that is still open, by the id in this field of its input. */
export async function findProposers(
  { db, now }: { db: Database; now: () => Date },
  { act, field, ids }: ProposersInput,
): Promise<Map<string, string>> {
  const id = sql<string>`${proposals.input} ->> ${field}::text`
  const since = new Date(now().getTime() - PROPOSAL_TERM_MS)
  const isOpen = and(eq(proposals.act, act), eq(proposals.state, 'OPEN'), gt(proposals.createdAt, since))
  const rows = await db
    .select({ id, by: proposals.proposedBy })
    .from(proposals)
    .where(and(isOpen, inArray(id, [...ids])))
    .orderBy(asc(proposals.createdAt), asc(proposals.id))
  return new Map(rows.map((row) => [row.id, row.by]))
}
