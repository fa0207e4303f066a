import { readBase64 } from './base64'

/** A key-encryption key as CUSTODY_KEK names it. */
export type KekSource =
  | { provider: 'local'; key: Buffer }
  | { provider: 'aws-kms'; keyId: string; region: string | null }
  | { provider: 'vault-transit'; mount: string; key: string }

const ARN = /^arn:aws[\w-]*:kms:([a-z0-9-]+):\d{12}:(key|alias)\/[\w/-]+$/
const KEY_ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32}|alias\/[\w/-]+)$/

const TRANSIT = /^([\w.-]+(?:\/[\w.-]+)*)\/(\w(?:[\w.-]*\w)?)$/

/** The keys of CUSTODY_KEK, the one that seals first. Throws an error whose message says what a key must be. */
export function readKeks(text: string): KekSource[] {
  const parts = text.split(',').map((part) => part.trim())
  if (new Set(parts).size < parts.length) throw new Error('names a key twice')
  return parts.map(readKek)
}

function readKek(text: string): KekSource {
  const [provider, key] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()]
  if (provider === 'local') {
    const bytes = readBase64(key)
    if (bytes?.length === 32) return { provider, key: bytes }
    throw new Error('local: takes 32 bytes in base64')
  }
  if (provider === 'aws-kms') {
    const region = ARN.exec(key)?.[1] ?? null
    if (region !== null || KEY_ID.test(key)) return { provider, keyId: key, region }
    throw new Error('aws-kms: takes a key id, an alias/name or the ARN of a key')
  }
  if (provider === 'vault-transit') {
    const [, mount, name] = TRANSIT.exec(key) ?? []
    if (mount !== undefined && name !== undefined) return { provider, mount, key: name }
    throw new Error('vault-transit: takes the mount of a transit engine and the name of a key, like transit/slipway')
  }
  throw new Error('each key is local:<32 bytes base64>, aws-kms:<key id> or vault-transit:<mount>/<key>')
}
