import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { WorkerCtx } from '@/server/ctx'
import type { OpenedSeed } from '@/server/custody/opened-seed'
import type { SignerKey } from '@/server/custody/sign-each'
import { type EvmMessage, signEvmMessage, signEvmMessageWith } from '@/server/custody/sign-evm-message'
import { signMessageWith, signSolanaMessage } from '@/server/custody/sign-solana-message'
import type { WalletRow } from '@/server/wallets/require-active-wallet'
import type { ReadMessage } from './read-message'

/** The signer of a message; the project names the application of an off-chain message. */
type SigningContext = { message: ReadMessage; wallet: WalletRow; projectId: string | null }

/** The key of a wallet, opened here before the transaction or, by the process that signs, when it is needed. */
type Keys = { seed: OpenedSeed } | { ctx: Pick<WorkerCtx, 'db'> }

/** Signs a message as it was read: 65 bytes on EVM, 64 on Solana. Throws recovering. */
export async function signReadMessage(keys: Keys, signing: SigningContext): Promise<Uint8Array> {
  const key = keyOf(signing.wallet)
  const evm = evmMessageOf(signing.message)
  if (evm) return 'seed' in keys ? signEvmMessageWith(keys.seed, key, evm) : signEvmMessage(keys.ctx, key, evm)
  const bytes = signedBytesOf(signing)
  if (bytes === null) throw new Error('a message is of neither chain family')
  return 'seed' in keys ? signMessageWith(keys.seed, key, bytes) : signSolanaMessage(keys.ctx, key, bytes)
}

/** The message that an EVM wallet signs; null for a message of Solana. */
export function evmMessageOf(message: ReadMessage): EvmMessage | null {
  if (message.kind === 'solanaOffchain') return null
  if (message.kind !== 'typedData') return { prefix: 'personal', bytes: message.bytes }
  const { domainSeparator, structHash, verifyingContract } = message.typedData
  return { prefix: 'typed', domainSeparator, structHash, verifyingContract }
}

/** The bytes that a Solana wallet signs, with their header; null for a message of EVM. */
export function signedBytesOf({ message, wallet, projectId }: SigningContext): Uint8Array | null {
  if (message.kind !== 'solanaOffchain') return null
  const applicationDomain = message.applicationDomain ?? domainOfProject(projectId)
  return offchainBytes({ text: message.text, address: wallet.address, applicationDomain })
}

function keyOf({ id: walletId, businessId, seedId, addressIndex, address }: WalletRow): SignerKey {
  return { walletId, businessId, seedId, addressIndex, expectedAddress: address }
}

/** No transaction begins with this byte. */
const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1')
const VERSION = 0
const RESTRICTED_ASCII = /^[\x20-\x7e]+$/

type Offchain = {
  text: string
  /** The wallet that signs, the only one. */
  address: string
  /** 32 bytes in hex. */
  applicationDomain: string
}

/** A Solana off-chain message of version 0: the header, then the text. Format 0 is printable ASCII, 1 any UTF-8. */
function offchainBytes({ text, address, applicationDomain }: Offchain): Uint8Array {
  const body = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16LE(body.length)
  const format = RESTRICTED_ASCII.test(text) ? 0 : 1
  return Buffer.concat([
    SIGNING_DOMAIN,
    Uint8Array.of(VERSION),
    Buffer.from(applicationDomain.slice(2), 'hex'),
    Uint8Array.of(format, 1),
    base58.decode(address),
    length,
    body,
  ])
}

/** The application domain of a project that names none, in hex. */
function domainOfProject(projectId: string | null): string {
  return `0x${createHash('sha256').update(`slipway off-chain messages of ${projectId}`).digest('hex')}`
}
