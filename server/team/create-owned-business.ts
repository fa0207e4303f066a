import type { CreateBusinessInput } from '@/schemas/businesses/contract'
import { createBusiness } from '@/server/businesses/create-business'
import type { OperatorCtx } from '@/server/ctx'
import { invitePerson } from '@/server/people/invite-person'

/** A new customer whose owner is invited. `link`: to be handed over, shown this once; null where it is mailed. */
export async function createOwnedBusiness(
  ctx: OperatorCtx,
  { name, ownerName, ownerEmail }: CreateBusinessInput,
): Promise<{ id: string; link: string | null }> {
  const { id: businessId } = await createBusiness(ctx, { name })
  const owner = { name: ownerName, email: ownerEmail, role: 'owner', businessId } as const
  const { link } = await invitePerson(ctx, owner)
  return { id: businessId, link }
}
