import type { Stage } from '@/e2e/faults/scenario'

/** Tokens that were issued, or are being issued. */
export async function countTokens({ stack: { sql } }: Stage): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from tokens where status <> 'FAILED'`
  return row?.n ?? 0
}
