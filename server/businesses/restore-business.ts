import type { Database } from '@/db/client'
import { businesses } from '@/db/schema'

/** Creates a business that a restored database lacks, under its former id, so that its records can be restored next. */
export async function restoreBusiness(db: Database, { id, name }: { id: string; name: string }): Promise<void> {
  await db
    .insert(businesses)
    .values({ id, name, slug: `restored-${id}` })
    .onConflictDoNothing()
}
