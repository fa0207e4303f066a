import type { Person } from '@/schemas/people/contract'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'
import { requirePassword } from '@/server/people/require-password'

/**
 * The owner that the operators named, with a second factor and their password; the procedure requires a fresh proof of
 * the factor. If second factors are optional, an owner without a second factor is accepted. Throws forbidden for
 * another owner or without a second factor, and invalid for a wrong password.
 */
export async function requireReceiver(
  ctx: TenantCtx & { person: Person },
  { ownerId, password }: { ownerId: string; password: string },
): Promise<void> {
  const { person } = ctx
  if (person.id !== ownerId) throw new ApiError('forbidden', 'The operators approved this export for another owner.')
  if (!person.hasFactor && env().SECOND_FACTORS === 'required') throw new ApiError('forbidden', ADD_FACTOR)
  await requirePassword(ctx, { person, password })
}

const ADD_FACTOR =
  'A seed leaves only with a second factor. Add an authenticator app or a passkey to your account first.'
