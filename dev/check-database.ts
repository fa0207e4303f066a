import postgres from 'postgres'

/** A replaced Postgres must answer before anything is started for it. */
export async function checkDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {} })
  try {
    await sql`select 1`
  } catch (error) {
    throw new Error(`DATABASE_URL is wrong (${error instanceof Error ? error.message : String(error)}).`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
