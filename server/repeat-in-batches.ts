import type { Database } from '@/db/client'

const BATCH = 5_000

/**
 * Repeats a statement that works on at most `limit` rows until it finds no more, so that no lock is held for long.
 * Returns how many rows there were.
 */
export async function repeatInBatches(statement: (limit: number) => ReturnType<Database['execute']>): Promise<number> {
  let total = 0
  for (;;) {
    const { count } = await statement(BATCH)
    total += count
    if (count < BATCH) return total
  }
}
