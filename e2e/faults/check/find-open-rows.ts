import type { Sql } from 'postgres'

/** At rest, with all approvals decided and no sweep rule left: what these businesses have that still waits. */
export async function findOpenRows(sql: Sql, businessIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ what: string; count: number }[]>`
    select what, count(*)::int as count from (
      select 'transactions' as what from transactions where business_id = any(${[...businessIds]}) and status = 'PENDING'
      union all
      select 'approvals' from approvals where business_id = any(${[...businessIds]}) and status = 'pending'
      union all
      select 'sweeps' from sweeps where business_id = any(${[...businessIds]}) and state = 'OPEN'
    ) as open group by what order by what`
  return rows.map(({ what, count }) => `${count} ${what} of the customers never ended`)
}
