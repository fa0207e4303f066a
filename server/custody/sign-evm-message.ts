import { keccak_256 } from '@noble/hashes/sha3.js'
import type { WorkerCtx } from '@/server/ctx'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import type { EvmSigner } from './derive-keys'
import type { OpenedSeed } from './opened-seed'
import { keysOf } from './seed-keys'
import { type SignerKey, signEach } from './sign-each'

/**
 * A message that is not a transaction: bytes with the prefix of EIP-191, or the two hashes of EIP-712. Callers cannot
 * pass a digest.
 */
export type EvmMessage =
  | { prefix: 'personal'; bytes: Uint8Array }
  | { prefix: 'typed'; domainSeparator: Uint8Array; structHash: Uint8Array; verifyingContract: string }

/** The 32 bytes that are signed; none of them can be the digest of a transaction or an authorization. */
export function evmMessageDigest(message: EvmMessage): Uint8Array {
  if (message.prefix === 'personal') {
    const { bytes } = message
    return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
  }
  const { domainSeparator, structHash } = message
  if (domainSeparator.length !== 32 || structHash.length !== 32)
    throw new Error('typed data has two hashes of 32 bytes')
  return keccak_256(Buffer.concat([Uint8Array.of(0x19, 0x01), domainSeparator, structHash]))
}

/**
 * The wallet's signature: r, s, v (65 bytes, v 27 or 28). Throws recovering while the platform recovers, and before
 * signing if the wallet's address is not the derived one or the message is for the account's own code.
 */
export async function signEvmMessage(
  ctx: Pick<WorkerCtx, 'db'>,
  key: SignerKey,
  message: EvmMessage,
): Promise<Uint8Array> {
  const [signature] = await signEach(ctx, [{ ...key, message }], signOne)
  if (!signature) throw new Error('a message was left out')
  return signature
}

/** Signs with a seed that was opened before the transaction. */
export async function signEvmMessageWith(seed: OpenedSeed, key: SignerKey, message: EvmMessage): Promise<Uint8Array> {
  await requireNotRecovering()
  const signer = keysOf(seed).evm(key.addressIndex)
  if (signer.address !== key.expectedAddress)
    throw new Error(`wallet ${key.walletId}: the derived address is not the stored one, nothing was signed`)
  return signOne(signer, { ...key, message })
}

function signOne(signer: EvmSigner, { walletId, message }: SignerKey & { message: EvmMessage }): Uint8Array {
  // Operations of a delegated wallet are typed data for the wallet: `signOperations` alone signs those.
  if (message.prefix === 'typed' && message.verifyingContract.toLowerCase() === signer.address.toLowerCase())
    throw new Error(`wallet ${walletId}: typed data for the wallet itself, nothing was signed`)
  const [parity = 0, ...scalars] = signer.sign(evmMessageDigest(message))
  return Uint8Array.of(...scalars, 27 + parity)
}
