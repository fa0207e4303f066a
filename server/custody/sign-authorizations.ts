import { type Authorization, authorizationDigest, isOwnDelegate } from '@/server/chains/evm/delegate'
import type { WorkerCtx } from '@/server/ctx'
import type { SignedAuthorization } from './evm-transaction'
import { type SignerKey, signEach } from './sign-each'

type AuthorizationRequest = SignerKey & { authorization: Authorization }

/** Takes the delegate off an account again. */
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/**
 * Signs that accounts point to the platform's delegate (EIP-7702), in order. The contract that an account points to can
 * move all its assets, so any other contract is refused, and so is an authorization for every chain (chain id 0).
 */
export async function signAuthorizations(
  ctx: Pick<WorkerCtx, 'db'>,
  requests: readonly AuthorizationRequest[],
): Promise<SignedAuthorization[]> {
  return signEach(ctx, requests, (signer, { walletId, authorization }) => {
    if (!isOwnDelegate(authorization.delegate) && authorization.delegate !== ZERO_ADDRESS) {
      throw new Error(`wallet ${walletId}: only the platform's own delegate is signed for`)
    }
    if (authorization.chainId < 1) throw new Error(`wallet ${walletId}: an authorization names its chain`)
    const signature = Buffer.from(signer.sign(authorizationDigest(authorization)))
    return {
      ...authorization,
      yParity: signature[0] === 1 ? 1 : 0,
      r: `0x${signature.toString('hex', 1, 33)}`,
      s: `0x${signature.toString('hex', 33, 65)}`,
    }
  })
}
