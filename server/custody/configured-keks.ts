import { createHmac } from 'node:crypto'
import { oncePerProcess } from '@/db/once-per-process'
import { requireNoTransaction } from '@/server/database/network-guard'
import { env } from '@/server/env'
import { type KekSource, readKeks } from '@/server/environment/key-encryption-keys'
import { vaultSettings } from '@/server/environment/vault-variables'
import { isSignerSeparate } from '@/server/separate-signer'
import { awsKmsKek } from './aws-kms-kek'
import type { Kek } from './kek'
import { WrongKeyError } from './key-fault'
import { seal } from './seal'
import { unseal } from './unseal'
import { vaultClient } from './vault-client'
import { vaultTransitKek } from './vault-transit-kek'

/**
 * The kind of secrets that keys wrap: wallet seeds, or every other secret. Both are under CUSTODY_KEK, unless a
 * separate process signs.
 */
export type SecretKind = 'seeds' | 'secrets'

/** The environment variable with the keys for a kind of secrets. */
export function keyVariable(secretKind: SecretKind): 'CUSTODY_KEK' | 'SEED_KEK' {
  return secretKind === 'seeds' && isSignerSeparate() ? 'SEED_KEK' : 'CUSTODY_KEK'
}

/**
 * The key-encryption keys of a variable, a comma-separated list: the first wraps, the others only unwrap what they
 * wrapped before a rotation. Throws for seeds in a process that has no key for seeds.
 */
export function configuredKeks(secretKind: SecretKind): { current: Kek; ids: string[]; find: (id: string) => Kek } {
  const name = keyVariable(secretKind)
  const text = env()[name] ?? ''
  const parsed = oncePerProcess('custody.keks', () => new Map<string, Kek[]>())
  const keks = parsed.get(text) ?? (text === '' ? [] : readConfigured(name, text))
  parsed.set(text, keks)
  const [current] = keks
  if (!current) throw new Error(`${name} is missing: see .env.example for what it must hold.`)
  return {
    current,
    ids: keks.map(({ id }) => id),
    find(id) {
      const kek = keks.find((candidate) => candidate.id === id)
      if (!kek) throw new WrongKeyError(`${name} holds no key ${id}, which a stored value needs`)
      return kek
    },
  }
}

function readConfigured(name: string, text: string): Kek[] {
  try {
    return readKeks(text).map((source) => outsideTransactions(kekOf(source)))
  } catch (error) {
    throw new Error(`${name} is wrong (${error instanceof Error ? error.message : ''}): see .env.example.`)
  }
}

function kekOf(source: KekSource): Kek {
  switch (source.provider) {
    case 'local':
      return localKek(source.key)
    case 'aws-kms':
      return awsKmsKek(source.keyId)
    case 'vault-transit':
      return vaultTransitKek(source, vaultClient(vaultSettings(env())))
    default:
      return source satisfies never
  }
}

/** A key-encryption key held by the process itself: for a laptop, CI and installations without a key service. */
function localKek(key: Uint8Array): Kek {
  const fingerprint = createHmac('sha256', key).update('slipway kek id').digest('hex').slice(0, 16)
  return {
    id: `local:${fingerprint}`,
    wrap: async (dataKey, binding) => seal(key, dataKey, binding),
    unwrap: async (wrapped, binding) => unseal(key, wrapped, binding),
  }
}

/**
 * A key service may take seconds, and a transaction holds one of a few connections. A local key is guarded too, so that
 * tests find each breach.
 */
function outsideTransactions(kek: Kek): Kek {
  return {
    id: kek.id,
    async wrap(dataKey, binding) {
      requireNoTransaction('a key-encryption key')
      return kek.wrap(dataKey, binding)
    },
    async unwrap(wrapped, binding) {
      requireNoTransaction('a key-encryption key')
      return kek.unwrap(wrapped, binding)
    },
  }
}
