import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { TEST_KINDS } from '@/schemas/webhooks/words'
import type { ProjectCtx } from '@/server/ctx'
import { SECONDS_PER_MINUTE } from '@/server/durations'
import { refusal } from '@/server/errors'

/** A tester needs a few; more would turn the platform against another party's server. */
const TESTS_PER_MINUTE = 10

/** Throws rate_limited if the project made ten test events within a minute. */
export async function requireFewTests({ db, businessId, projectId, now }: ProjectCtx): Promise<void> {
  // One after the other: each counts those before it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook tests ${projectId}`}, 0))`)
  const [recent] = await db
    .select({ tests: count() })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.businessId, businessId),
        eq(webhookMessages.projectId, projectId),
        inArray(webhookMessages.kind, [...TEST_KINDS]),
        gt(webhookMessages.createdAt, new Date(now().getTime() - SECONDS_PER_MINUTE * 1_000)),
      ),
    )
  if ((recent?.tests ?? 0) >= TESTS_PER_MINUTE) throw refusal('rate_limited', { retryAfter: SECONDS_PER_MINUTE })
}
