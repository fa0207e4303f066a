import { randomBytes } from 'node:crypto'
import type { Binding } from './binding'
import { configuredKeks, type SecretKind } from './configured-keks'
import type { Kek } from './kek'
import { seal } from './seal'
import { unseal } from './unseal'

/** A value under its own data key, and the data key under a key-encryption key. */
export type Envelope = { sealed: Uint8Array; dataKeyWrapped: Uint8Array; kekId: string }

const OF_SEEDS = ['wallet-seed', 'secret:seed-canary']

/** The kind of secret, which names its key-encryption keys. */
export function secretKindOf({ purpose = '' }: Binding): SecretKind {
  return OF_SEEDS.includes(purpose) ? 'seeds' : 'secrets'
}

/**
 * Seals a value under a new data key, that one under the present key-encryption key. Throws unavailable if a key
 * service does not answer.
 */
export async function sealEnvelope(plaintext: Uint8Array, binding: Binding): Promise<Envelope> {
  return sealEnvelopeUnder(configuredKeks(secretKindOf(binding)).current, { plaintext, binding })
}

/** Seals under another key-encryption key than the current one. */
export async function sealEnvelopeUnder(
  kek: Kek,
  { plaintext, binding }: { plaintext: Uint8Array; binding: Binding },
): Promise<Envelope> {
  const dataKey = randomBytes(32)
  try {
    const sealed = seal(dataKey, plaintext, binding)
    return { sealed, dataKeyWrapped: await kek.wrap(dataKey, binding), kekId: kek.id }
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens an envelope of `sealEnvelope` under the same binding; the caller wipes the result. Throws for another binding,
 * and unavailable as above.
 */
export async function openEnvelope(envelope: Envelope, binding: Binding): Promise<Uint8Array> {
  const dataKey = await configuredKeks(secretKindOf(binding))
    .find(envelope.kekId)
    .unwrap(envelope.dataKeyWrapped, binding)
  try {
    return unseal(dataKey, envelope.sealed, binding)
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Wraps an envelope again under the current key-encryption key. Its content is not opened. It is proven before it is
 * returned.
 */
export async function rewrapEnvelope(envelope: Envelope, binding: Binding): Promise<Envelope> {
  const { current, find } = configuredKeks(secretKindOf(binding))
  const dataKey = await find(envelope.kekId).unwrap(envelope.dataKeyWrapped, binding)
  try {
    const dataKeyWrapped = await current.wrap(dataKey, binding)
    const again = await current.unwrap(dataKeyWrapped, binding)
    const same = Buffer.from(dataKey).equals(again)
    again.fill(0)
    if (!same) throw new Error(`key-encryption key ${current.id} does not return what it wrapped`)
    return { sealed: envelope.sealed, dataKeyWrapped, kekId: current.id }
  } finally {
    dataKey.fill(0)
  }
}
