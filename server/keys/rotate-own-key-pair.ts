import type { KeyPairView } from '@/schemas/keys/contract'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { mayCreateKeys } from './may-create-keys'
import { rotateKeyPair } from './rotate-key-pair'

/** An owner's new pair. Throws conflict for a first pair that no operator allowed. */
export async function rotateOwnKeyPair(
  ctx: ProjectCtx,
  input: { overlapHours: number; name?: string },
): Promise<KeyPairView> {
  if (!(await mayCreateKeys(ctx))) throw new ApiError('conflict', 'The operator issues the first pair of keys.')
  return rotateKeyPair(ctx, input)
}
