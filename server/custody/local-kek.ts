import { createHmac } from 'node:crypto'
import type { Kek } from './kek'
import { seal } from './seal'
import { unseal } from './unseal'

/** A key-encryption key held by the process itself: for a laptop, CI and installations without a key service. */
export function localKek(key: Uint8Array): Kek {
  const fingerprint = createHmac('sha256', key).update('slipway kek id').digest('hex').slice(0, 16)
  return {
    id: `local:${fingerprint}`,
    wrap: async (dataKey, binding) => seal(key, dataKey, binding),
    unwrap: async (wrapped, binding) => unseal(key, wrapped, binding),
  }
}
