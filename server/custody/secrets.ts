import type { Binding } from './binding'
import { configuredKeks } from './configured-keks'
import { type Envelope, openEnvelope, rewrapEnvelope, sealEnvelope, sealEnvelopeUnder, secretKindOf } from './envelope'

/** The purpose and the owner of a secret, e.g. `{ purpose: 'webhook-secret', owner: projectId }`. */
export type SecretUse = { purpose: string; owner: string }

/** Encrypts a secret for a `bytes` column. It opens only with the same purpose and owner. */
export async function sealSecret(use: SecretUse, plaintext: Uint8Array): Promise<Uint8Array> {
  return packed(await sealEnvelope(plaintext, bindingOf(use)))
}

/** Seals under the configured key that has this id, which need not be the current one. */
export async function sealSecretUnder(
  kekId: string,
  { use, plaintext }: { use: SecretUse; plaintext: Uint8Array },
): Promise<Uint8Array> {
  const binding = bindingOf(use)
  return packed(await sealEnvelopeUnder(configuredKeks(secretKindOf(binding)).find(kekId), { plaintext, binding }))
}

/** Opens what `sealSecret` made; the caller wipes the result when done. */
export async function unsealSecret(use: SecretUse, sealed: Uint8Array): Promise<Uint8Array> {
  return openEnvelope(unpacked(sealed), bindingOf(use))
}

/** The bytes to store after a change of CUSTODY_KEK; null if nothing changes. */
export async function rewrapSecret(use: SecretUse, sealed: Uint8Array): Promise<Uint8Array | null> {
  const envelope = unpacked(sealed)
  const binding = bindingOf(use)
  if (envelope.kekId === configuredKeks(secretKindOf(binding)).current.id) return null
  return packed(await rewrapEnvelope(envelope, binding))
}

function bindingOf({ purpose, owner }: SecretUse): Binding {
  return { purpose: `secret:${purpose}`, owner }
}

/**
 * Layout: version 1, then length (2 bytes) and bytes of the key's id, of the wrapped data key, and the sealed value.
 */
const VERSION = 1

function packed({ sealed, dataKeyWrapped, kekId }: Envelope): Uint8Array {
  const id = Buffer.from(kekId, 'utf8')
  return new Uint8Array(
    Buffer.concat([Uint8Array.of(VERSION), lengthOf(id), id, lengthOf(dataKeyWrapped), dataKeyWrapped, sealed]),
  )
}

function unpacked(bytes: Uint8Array): Envelope {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 3 || view[0] !== VERSION) throw new Error(UNREADABLE)
  const idEnd = 3 + view.readUInt16BE(1)
  if (view.length < idEnd + 2) throw new Error(UNREADABLE)
  const keyEnd = idEnd + 2 + view.readUInt16BE(idEnd)
  if (view.length < keyEnd) throw new Error(UNREADABLE)
  return {
    kekId: view.toString('utf8', 3, idEnd),
    dataKeyWrapped: bytes.subarray(idEnd + 2, keyEnd),
    sealed: bytes.subarray(keyEnd),
  }
}

function lengthOf(part: Uint8Array): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(part.length)
  return length
}

const UNREADABLE = 'sealed value is not in a known layout'
