import postgres from 'postgres'

/**
 * How many statements of a test's database wait for a lock. Reads as the database's owner: the waits of one role are
 * hidden from another.
 */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const owner = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return row?.count ?? 0
  } finally {
    await owner.end()
  }
}
