import { sql } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import type { NewIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { toIndexerSubscription } from '@/server/indexer/view'
import { type NewSigningSecret, SECRET_WARNING } from './new-signing-secret'
import { ownSubscription, requireIndexerSubscription } from './own-subscription'

/** How long deliveries are also signed with the previous secret. */
const OVERLAP_HOURS = 24

/**
 * Replaces a subscription's signing secret and returns the new one, which is not shown again. For a day deliveries are
 * signed with the previous secret too, so that a destination can change over without refusing any. Throws not_found.
 */
export async function rotateIndexerSecret(
  ctx: AuditCtx & { projectId: string },
  { id, secret, sealed }: NewSigningSecret,
): Promise<NewIndexerSubscriptionView> {
  const { chain } = await requireIndexerSubscription(ctx, id)
  const [rotated] = await ctx.db
    .update(indexerSubscriptions)
    .set({
      secretPreviousSealed: sql`${indexerSubscriptions.secretSealed}`,
      secretPreviousUntil: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      secretSealed: sealed,
      secretVersion: sql`${indexerSubscriptions.secretVersion} + 1`,
      updatedAt: ctx.now(),
    })
    .where(ownSubscription(ctx, id))
    .returning()
  if (!rotated) throw refusal('indexer_subscription_not_found')
  const detail = { version: rotated.secretVersion }
  await appendAudit(ctx, { action: 'indexer-subscription.secret-rotated', target: id, detail })
  return {
    ...toIndexerSubscription({ subscription: rotated, chain }),
    signingSecret: secret,
    secretWarning: SECRET_WARNING,
  }
}
