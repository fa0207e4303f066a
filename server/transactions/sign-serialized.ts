import type { wallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { SolanaFormatError } from '@/server/chains/solana/byte-reader'
import {
  type DecodedTransaction,
  decodeTransaction,
  encodeTransaction,
} from '@/server/chains/solana/decode-transaction'
import type { SolanaWallet } from '@/server/custody/sign-solana-message'
import { validationError } from '@/server/errors'

/** A wallet's signature (64 bytes) of a message. */
export type SignMessage = (wallet: SolanaWallet, messageBytes: Uint8Array) => Promise<Uint8Array>

type SignSerializedInput = {
  chain: Pick<Chain, 'chainId'>
  wallet: typeof wallets.$inferSelect
  /** Base64 of a legacy or version 0 transaction. */
  serialized: string
  sign: SignMessage
}

type SignedSerialized = {
  /** Base64. Complete and ready to be sent, when no signature is missing. */
  signedTransaction: string
  /** Required signers whose signature is still empty. */
  missingSigners: string[]
}

/** Base64 of the largest transaction, padding included. */
const MAX_TEXT = 1_644

/**
 * Adds the wallet's signature to a transaction and changes nothing else: existing signatures stay, other missing ones
 * stay missing. Nothing is broadcast. Throws invalid for bytes that are not a transaction, and for one that does not
 * need this wallet's signature.
 */
export async function signSerialized({ wallet, serialized, sign }: SignSerializedInput): Promise<SignedSerialized> {
  const { message, messageBytes, signatures } = readSerialized(serialized)
  const signers = message.accountKeys.slice(0, message.requiredSignatures)
  const ownIndex = signers.indexOf(wallet.address)
  if (ownIndex < 0) throw refusal('does not ask for a signature of this wallet')
  const own = await sign(
    {
      walletId: wallet.id,
      businessId: wallet.businessId,
      seedId: wallet.seedId,
      addressIndex: wallet.addressIndex,
      expectedAddress: wallet.address,
    },
    messageBytes,
  )
  const all = signatures.map((signature, index) => (index === ownIndex ? own : signature))
  return {
    signedTransaction: Buffer.from(encodeTransaction(all, messageBytes)).toString('base64'),
    missingSigners: signers.filter((_, index) => all[index]?.every((byte) => byte === 0)),
  }
}

/** Reads `transaction.serialized` of a request. Throws invalid. */
export function readSerialized(serialized: string): DecodedTransaction {
  if (serialized.length > MAX_TEXT) throw refusal('is larger than a transaction can be')
  const bytes = Buffer.from(serialized, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== serialized) throw refusal('must be base64')
  try {
    return decodeTransaction(bytes)
  } catch (error) {
    if (!(error instanceof SolanaFormatError)) throw error
    throw refusal(error.message)
  }
}

function refusal(text: string) {
  return validationError([`transaction.serialized: ${text}`])
}
