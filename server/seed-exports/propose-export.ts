import { and, eq } from 'drizzle-orm'
import { businesses, memberships, users } from '@/db/schema'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { ProposeExportInput } from '@/schemas/seed-exports/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'
import { hasOpenExport } from './find-export'

/**
 * An operator requests the export of a business's seed to one of its owners. It always needs a second operator, even if
 * the platform has only one. Throws not_found, and failed if another export is open.
 */
export async function proposeExport(ctx: OperatorCtx, input: ProposeExportInput): Promise<MutationOutcome> {
  const { businessId, ownerId, reason } = input
  const { name, email } = await requireOwner(ctx, input)
  if (await hasOpenExport(ctx, businessId)) throw new ApiError('failed', OPEN_ALREADY)
  const proposal = { businessId, ownerId, reason, ownerName: name, ownerEmail: email }
  await createProposal(ctx, { act: 'export_seed', subject: businessId, input: proposal, valueMinor: null })
  return { state: 'proposed' }
}

export const OPEN_ALREADY = 'An export of this seed is open already: stop it first.'

/** The owner of a customer who may sign in; held until the transaction ends. Throws not_found. */
export async function requireOwner(
  { db }: Pick<OperatorCtx, 'db'>,
  { businessId, ownerId }: { businessId: string; ownerId: string },
): Promise<{ name: string; email: string }> {
  const isOwner = and(
    eq(memberships.memberOf, businessId),
    eq(memberships.userId, ownerId),
    eq(memberships.role, 'owner'),
  )
  const [owner] = await db
    .select({ name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
    .where(and(isOwner, eq(users.isActive, true), eq(businesses.kind, 'customer'), eq(businesses.status, 'active')))
    .for('share')
  if (!owner) throw notFound('Owner')
  return owner
}
