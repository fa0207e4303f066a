import { constants, publicEncrypt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { walletSeeds } from '@/db/schema/wallets'
import { requireNoTransaction } from '@/server/database/network-guard'
import { derivationPath } from './derivation-path'
import { openEnvelope } from './envelope'
import { type OwnerKey, readOwnerKey } from './owner-key'
import { seedBinding } from './seed-binding'

type SealInput = { businessId: string; publicKey: string; fingerprint: OwnerKey['fingerprint'] }

/**
 * Seals the seed of a business with RSA-OAEP (SHA-256) to a public key, in base64: a line of JSON with the seed in hex
 * and the paths of its wallets. The plain seed is wiped and returned in no other form. Throws if the key has another
 * fingerprint or the business has no seed, and unavailable without the key service.
 */
export async function sealSeedTo(
  { db }: { db: Database },
  { businessId, publicKey, fingerprint }: SealInput,
): Promise<string> {
  requireNoTransaction('opening a seed')
  const key = readOwnerKey(publicKey)
  if (key.fingerprint !== fingerprint)
    throw new Error(`The key of this export has another fingerprint: ${key.fingerprint}`)
  const [row, ...others] = await db.select().from(walletSeeds).where(eq(walletSeeds.businessId, businessId))
  if (!row) throw new Error('This business has no seed: it never had a wallet')
  if (others.length > 0) throw new Error('This business has several seeds: a file holds one')
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  const seed = await openEnvelope(envelope, seedBinding(row))
  const text = Buffer.concat([Buffer.from(`{"seed":"`), hexOf(seed), Buffer.from(`",${tailOf(businessId)}}`)])
  seed.fill(0)
  try {
    const oaep = { key: key.pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    return publicEncrypt(oaep, text).toString('base64')
  } finally {
    text.fill(0)
  }
}

/**
 * The data that a wallet program needs in addition to the seed. The text has to stay short: the smallest key seals only
 * 318 bytes.
 */
function tailOf(businessId: string): string {
  const paths = { business: businessId, evm: derivationPath('EVM', 0), solana: derivationPath('SOLANA', 0) }
  return JSON.stringify(paths).slice(1, -1)
}

/** Bytes instead of a string, which could not be wiped. */
function hexOf(bytes: Uint8Array): Buffer {
  const digits = Buffer.from('0123456789abcdef')
  const hex = Buffer.alloc(bytes.length * 2)
  bytes.forEach((byte, index) => {
    hex[index * 2] = digits[byte >> 4] ?? 0
    hex[index * 2 + 1] = digits[byte & 15] ?? 0
  })
  return hex
}
