import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Hex, recoverAddress, toHex } from 'viem'
import type { SignedMessageView } from '@/schemas/messages/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { evmMessageDigest } from '@/server/custody/sign-evm-message'
import type { PreparedMessage } from './prepare-message'
import type { ReadMessage } from './read-message'
import type { TypedData } from './read-typed-data'
import { requireSignable } from './require-signable'
import { evmMessageOf, signedBytesOf } from './sign-read-message'
import { toSignedMessage } from './view'

/**
 * Signs a message in the caller's transaction, under the current policies, and records it in the audit log. The same
 * message always has the same signature. Throws not_found, forbidden, failed (wallet, policy), recovering.
 */
export async function signMessage(ctx: TenantCtx, prepared: PreparedMessage): Promise<SignedMessageView> {
  const { id, message } = prepared
  const wallet = await requireSignable(ctx, prepared)
  const signature = await prepared.sign(ctx)
  const evm = evmMessageOf(message)
  const digest = evm ? toHex(evmMessageDigest(evm)) : null
  const signedBytes = signedBytesOf({ message, wallet, projectId: ctx.projectId })
  await requireVerified({ address: wallet.address, signature, digest, signedBytes })
  await appendAudit(ctx, {
    action: 'message.signed',
    target: wallet.id,
    detail: { requestId: id, address: wallet.address, digest, ...summaryOf(message) },
  })
  return toSignedMessage({ id, message, wallet, signature, digest, signedBytes })
}

const MAX_SHOWN = 500

/** The content of a message, for the audit log: on one line, without characters that could hide others. */
function summaryOf(message: ReadMessage): Record<string, unknown> {
  if (message.kind === 'typedData') return summaryOfTypedData(message.typedData)
  const { kind } = message
  if (message.kind === 'solanaOffchain') return { kind, text: shown(message.text) }
  const { bytes } = message
  if (kind === 'text') return { kind, text: shown(Buffer.from(bytes).toString('utf8')) }
  return { kind, bytes: toHex(bytes).slice(0, MAX_SHOWN), length: bytes.length }
}

function summaryOfTypedData(typedData: TypedData): Record<string, unknown> {
  const { chainId, verifyingContract, domainName, primaryType, message: fields } = typedData
  const written = JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
  const domain = domainName === null ? {} : { domainName: shown(domainName) }
  return { kind: 'typedData', chainId, verifyingContract, ...domain, primaryType, message: shown(written) }
}

/** Control, formatting and bidirectional characters as their code points. */
function shown(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return plain.length > MAX_SHOWN ? `${Array.from(plain).slice(0, MAX_SHOWN).join('')}…` : plain
}

type Signed = { address: string; signature: Uint8Array; digest: Hex | null; signedBytes: Uint8Array | null }

/** The SPKI header before the 32 bytes of an ed25519 key. */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Throws if the signature is not the wallet's, so that no signature is returned that a verifier would refuse. */
async function requireVerified({ address, signature, digest, signedBytes }: Signed): Promise<void> {
  const isOwn =
    digest !== null
      ? (await recoverAddress({ hash: digest, signature: toHex(signature) })) === address
      : signedBytes !== null && isOfSolana(address, signature, signedBytes)
  if (!isOwn) throw new Error(`the signature is not one of ${address}`)
}

function isOfSolana(address: string, signature: Uint8Array, bytes: Uint8Array): boolean {
  const der = Buffer.concat([ED25519_HEAD, base58.decode(address)])
  return verify(null, bytes, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}
