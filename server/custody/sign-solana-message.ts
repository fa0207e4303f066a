import type { Database } from '@/db/client'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import { openSeed } from './open-seed'

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
 * The wallet's ed25519 signature (64 bytes) of a message. What the message says is for the caller to check: transfers go through
 * `signSolanaTransfers`. Throws recovering while the platform recovers, and before signing if the wallet's address is not the derived one.
 */
export async function signSolanaMessage(
  ctx: { db: Database },
  wallet: SolanaWallet,
  messageBytes: Uint8Array,
): Promise<Uint8Array> {
  await requireNotRecovering()
  const keys = await openSeed(ctx, wallet)
  const signer = keys.solana(wallet.addressIndex)
  if (signer.address !== wallet.expectedAddress) {
    throw new Error(`wallet ${wallet.walletId}: the derived address is not the stored one, nothing was signed`)
  }
  return signer.sign(messageBytes)
}
