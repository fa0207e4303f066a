import type { Database } from '@/db/client'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import type { SeedKeys } from './derive-keys'
import { openSeed } from './open-seed'
import type { OpenedSeed } from './opened-seed'
import { keysOf } from './seed-keys'

/** A Solana wallet as custody finds its key. */
export type SolanaWallet = {
  walletId: string
  businessId: string
  seedId: string
  addressIndex: number
  /** The stored address of the wallet; another derived address stops the signature. */
  expectedAddress: string
}

/**
 * The wallet's ed25519 signature (64 bytes) of a message. The caller checks the content of the message: transfers are
 * signed by `signSolanaTransfers`. Throws recovering while the platform recovers, and before signing if the wallet's
 * address is not the derived one.
 */
export async function signSolanaMessage(
  ctx: { db: Database },
  wallet: SolanaWallet,
  messageBytes: Uint8Array,
): Promise<Uint8Array> {
  await requireNotRecovering()
  return signWith(await openSeed(ctx, wallet), wallet, messageBytes)
}

/** Signs with a seed that was opened before the transaction. */
export async function signMessageWith(
  seed: OpenedSeed,
  wallet: SolanaWallet,
  messageBytes: Uint8Array,
): Promise<Uint8Array> {
  await requireNotRecovering()
  return signWith(keysOf(seed), wallet, messageBytes)
}

function signWith(keys: SeedKeys, wallet: SolanaWallet, messageBytes: Uint8Array): Uint8Array {
  const signer = keys.solana(wallet.addressIndex)
  if (signer.address !== wallet.expectedAddress) {
    throw new Error(`wallet ${wallet.walletId}: the derived address is not the stored one, nothing was signed`)
  }
  return signer.sign(messageBytes)
}
