import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** Serializes changes of a project's IP allowlist, so that each counts the ones before it. */
export async function lockAllowlist({ db, projectId }: { db: Database; projectId: string }): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`allowlist ${projectId}`}, 0))`)
}
