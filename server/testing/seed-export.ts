import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { z } from 'zod'
import { seedExports } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { first } from './first'

let pair: { publicKey: string; privateKey: string } | undefined

/** A pair of RSA keys as an owner makes it, in PEM; made once, since that takes a while. */
export function ownerKeys(): { publicKey: string; privateKey: string } {
  pair ??= generateKeyPairSync('rsa', {
    modulusLength: 3_072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return pair
}

/** What an owner reads in the file with the private key of `ownerKeys`: the seed in hex, the paths of its wallets. */
export function openExport(sealed: string) {
  const oaep = { key: ownerKeys().privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const text = privateDecrypt(oaep, Buffer.from(sealed, 'base64')).toString()
  return z.object({ seed: z.hex(), business: z.string(), evm: z.string(), solana: z.string() }).parse(JSON.parse(text))
}

type Requested = { businessId: string; ownerId: string; state: 'APPROVED' | 'CONFIRMED' | 'SEALED' }

/** An export of a seed that stands at a step, as its row. What is sealed is no seed. */
export async function newSeedExport({ businessId, ownerId, state }: Requested): Promise<string> {
  const { pem: publicKey, fingerprint } = readOwnerKey(ownerKeys().publicKey)
  const key = state === 'APPROVED' ? {} : { publicKey, fingerprint, opensAt: new Date() }
  const approval = { reason: 'Leaving the platform', proposedBy: 'system:first', approvedBy: 'system:second' }
  const rows = await workerCtx()
    .db.insert(seedExports)
    .values({
      ...{ businessId, ownerId, state, ...approval, ...key },
      sealed: state === 'SEALED' ? 'c2VhbGVk' : null,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .returning({ id: seedExports.id })
  return first(rows).id
}
