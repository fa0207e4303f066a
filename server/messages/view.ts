import { base58 } from '@scure/base'
import { type Hex, toHex } from 'viem'
import type { SignedMessageView } from '@/schemas/messages/contract'
import type { WalletRow } from '@/server/wallets/require-active-wallet'
import type { ReadMessage } from './read-message'

type Signed = {
  id: string
  message: ReadMessage
  wallet: WalletRow
  signature: Uint8Array
  digest: Hex | null
  signedBytes: Uint8Array | null
}

export function toSignedMessage({ id, message, wallet, signature, digest, signedBytes }: Signed): SignedMessageView {
  return {
    id,
    kind: message.kind,
    chainType: message.chainType,
    address: wallet.address,
    addressIndex: wallet.addressIndex,
    signature: message.chainType === 'EVM' ? toHex(signature) : base58.encode(signature),
    digest,
    signedBytes: signedBytes === null ? null : Buffer.from(signedBytes).toString('base64'),
  }
}
