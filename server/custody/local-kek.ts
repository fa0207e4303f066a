import { createHmac } from 'node:crypto'
import type { Kek } from './kek'
import { seal } from './seal'
import { unseal } from './unseal'

/** A key-encryption key held by the process itself: for a laptop, CI and installations without a key service. */
export function localKek(base64: string): Kek {
  const key = Buffer.from(base64, 'base64')
  if (key.length !== 32) throw new Error('CUSTODY_KEK is wrong (local: takes 32 bytes in base64): see .env.example.')
  const fingerprint = createHmac('sha256', key).update('slipway kek id').digest('hex').slice(0, 16)
  return {
    id: `local:${fingerprint}`,
    wrap: async (dataKey, binding) => seal(key, dataKey, binding),
    unwrap: async (wrapped, binding) => unseal(key, wrapped, binding),
  }
}
