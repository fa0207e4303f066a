import type { walletSeeds } from '@/db/schema/wallets'
import type { Binding } from './binding'

type SeedIdentity = Pick<typeof walletSeeds.$inferSelect, 'businessId' | 'id' | 'version'>

/** The binding of a stored seed to its row: after a move to another business, row or version it no longer opens. */
export function seedBinding({ businessId, id, version }: SeedIdentity): Binding {
  return { purpose: 'wallet-seed', business: businessId, seed: id, version: String(version) }
}
