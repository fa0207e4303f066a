import { sql } from 'drizzle-orm'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import type { DestinationKind } from './destination-kinds'
import type { NewDestinationSecret } from './new-destination-secret'
import { ownDestination } from './own-destination'

/** The time for which deliveries are also signed with the previous secret. */
const OVERLAP_HOURS = 24

type Rotation = { kind: DestinationKind; newSecret: NewDestinationSecret }

/**
 * Rotates the signing secret of a destination. For a day deliveries are also signed with the previous secret, so that
 * the destination can switch without refusing any. Returns the values that are shown only once. Throws not_found.
 */
export async function rotateDestinationSecret(
  ctx: AuditCtx & { projectId: string },
  { kind, newSecret: { id, secret, sealed } }: Rotation,
): Promise<{ signingSecret: string; secretWarning: string }> {
  const { table, notFound, audited, secretWarning } = kind
  const [rotated] = await ctx.db
    .update(table)
    .set({
      secretPreviousSealed: sql`${table.secretSealed}`,
      secretPreviousUntil: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      secretSealed: sealed,
      secretVersion: sql`${table.secretVersion} + 1`,
      updatedAt: ctx.now(),
    })
    .where(ownDestination(ctx, { kind, id }))
    .returning({ version: table.secretVersion })
  if (!rotated) throw refusal(notFound)
  await appendAudit(ctx, { action: `${audited}.secret-rotated`, target: id, detail: rotated })
  return { signingSecret: secret, secretWarning }
}
