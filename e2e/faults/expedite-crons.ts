import type { Sql } from 'postgres'

/**
 * Has the job engine start these scheduled jobs now, and not at their next moment. Names as `like` patterns: `%sweep`.
 */
export async function expediteCrons(sql: Sql, names: readonly string[]): Promise<void> {
  await sql`update engine.crons set next_at = now() where fn_id like any(${names})`
  await sql`select pg_notify('engine:crons', '')`
}
