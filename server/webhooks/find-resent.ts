import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** The attempts among these that were resends, of a single message or of all failed ones. */
export async function findResent(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  attemptIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (attemptIds.length === 0) return new Set()
  const { recoveredAt } = webhookMessages
  const rows = await db
    .select({ id: webhookAttempts.id })
    .from(webhookAttempts)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookAttempts.messageId))
    .where(
      and(
        eq(webhookAttempts.businessId, businessId),
        inArray(webhookAttempts.id, [...attemptIds]),
        or(
          eq(webhookAttempts.isResend, true),
          and(isNotNull(recoveredAt), lte(recoveredAt, webhookAttempts.createdAt)),
        ),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
