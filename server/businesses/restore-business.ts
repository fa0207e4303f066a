import type { Database } from '@/db/client'
import { businesses } from '@/db/schema'

/** Makes a business that a restored database lacks, under its id: what belongs to it is put back after it. */
export async function restoreBusiness(db: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await db
    .insert(businesses)
    .values({ id, name, slug: `restored-${id}` })
    .onConflictDoNothing()
}
