import { setImmediate } from 'node:timers/promises'
import type { WorkerCtx } from '@/server/ctx'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import type { EvmSigner } from './derive-keys'
import { openSeed } from './open-seed'

/** The wallet whose key signs. */
export type SignerKey = {
  walletId: string
  businessId: string
  seedId: string
  addressIndex: number
  /** The stored address of the wallet; another derived address stops the signature. */
  expectedAddress: string
}

/** A pause for other work of the process after this many signatures (each takes about half a millisecond). */
const SIGNATURES_PER_TURN = 16

/**
 * Signs for each request, in order, with the key of its wallet. Throws recovering while the platform recovers, and,
 * before that signature, if the wallet's address is not the derived one.
 */
export async function signEach<Request extends SignerKey, Signed>(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly Request[],
  sign: (signer: EvmSigner, request: Request) => Signed,
): Promise<Signed[]> {
  await requireNotRecovering()
  const signed: Signed[] = []
  for (const request of requests) {
    if (signed.length > 0 && signed.length % SIGNATURES_PER_TURN === 0) await setImmediate()
    const keys = await openSeed(ctx, request)
    const signer = keys.evm(request.addressIndex)
    if (signer.address !== request.expectedAddress) {
      throw new Error(`wallet ${request.walletId}: the derived address is not the stored one, nothing was signed`)
    }
    signed.push(sign(signer, request))
  }
  return signed
}
