import { workerCtx } from '@/server/ctx'
import { deriveAddresses } from '@/server/custody/derive-addresses'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import {
  deriveOrder,
  proveOrder,
  requestOrder,
  type SignerOperation,
  type SignerStatus,
} from '@/server/custody/remote/wire'
import { verifySeeds } from '@/server/custody/verify-seeds'
import { ORDER_HANDLERS } from '@/server/engine/signing/answer-order'
import { signMessageRequest, signRequest } from '@/server/engine/signing/sign-request'
import { signingState } from './signing-state'

/**
 * The handlers of the signer's operations; each throws the errors that the caller's own process would have thrown. None
 * takes a digest or bytes to sign.
 */
export const ANSWERS: Record<SignerOperation, (order: unknown) => Promise<unknown>> = {
  ...ORDER_HANDLERS,
  async signRequest(order) {
    const { requestId } = requestOrder.parse(order)
    const signature = await signRequest(workerCtx(), requestId)
    return { signature: Buffer.from(signature).toString('base64') }
  },
  async signMessage(order) {
    const { requestId } = requestOrder.parse(order)
    const signature = await signMessageRequest(workerCtx(), requestId)
    return { signature: Buffer.from(signature).toString('base64') }
  },
  async derive(order) {
    const { businessId, ...range } = deriveOrder.parse(order)
    const seed = await openBusinessSeed(businessId, [])
    return { seedId: seed.seedId, addresses: await deriveAddresses(seed, range) }
  },
  async status(): Promise<SignerStatus> {
    const { state, problem, seedCopies, recoveryCopies } = signingState()
    return { state, problem, seedCopies, recoveryCopies }
  },
  async proveSeeds(order) {
    return verifySeeds(workerCtx(), proveOrder.parse(order).again)
  },
}
