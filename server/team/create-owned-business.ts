import type { CreateBusinessInput } from '@/schemas/businesses/contract'
import { createBusiness } from '@/server/businesses/create-business'
import type { OperatorCtx } from '@/server/ctx'
import { invitePerson } from '@/server/people/invite-person'
import { createProject } from '@/server/projects/create-project'
import type { NewWebhookSecret } from '@/server/projects/new-webhook-secret'

const FIRST_PROJECT = 'Main project'

/**
 * Creates a customer with its first project. The owner is invited and may create the first API keys without the
 * operator. `link` is shown once, to hand over; null if it is emailed.
 */
export async function createOwnedBusiness(
  ctx: OperatorCtx,
  { name, ownerName, ownerEmail, newSecret }: CreateBusinessInput & { newSecret: NewWebhookSecret },
): Promise<{ id: string; link: string | null }> {
  const { id: businessId } = await createBusiness(ctx, { name })
  await createProject(ctx, { businessId, name: FIRST_PROJECT, newSecret, allowsKeys: true })
  const owner = { name: ownerName, email: ownerEmail, role: 'owner', businessId } as const
  const { link } = await invitePerson(ctx, owner)
  return { id: businessId, link }
}
