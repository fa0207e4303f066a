import type { Operation } from '@/server/chains/evm/operation'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import type { WorkerCtx } from '@/server/ctx'
import { type SignerKey, signEach } from './sign-each'

type OperationRequest = SignerKey & { operation: Operation }

/**
 * Signs operations of delegated wallets, in order: r, s, v (65 bytes) as the delegate reads them. The digest is made
 * here, from the operation's own fields. Throws, before signing, if an operation is another wallet's or an address is
 * not the derived one.
 */
export async function signOperations(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly OperationRequest[],
): Promise<Uint8Array[]> {
  return signEach(ctx, requests, (signer, { walletId, operation }) => {
    if (operation.wallet.toLowerCase() !== signer.address.toLowerCase()) {
      throw new Error(`wallet ${walletId}: the operation is another wallet's, nothing was signed`)
    }
    const [parity = 0, ...scalars] = signer.sign(operationDigest(operation))
    return Uint8Array.of(...scalars, 27 + parity)
  })
}
