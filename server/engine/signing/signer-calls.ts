import type { SignedLanes } from '@/server/engine/evm/sign-lanes'
import type { StoredAttempt } from '@/server/engine/evm/store-attempts'
import type { StoredAttempt as StoredTransfer } from '@/server/engine/solana/store-attempts'
import type { LanesOrder, ReplacementsOrder, SolanaOrder } from './orders'

/**
 * Who signs for the engine. It is asked with ids of transactions, reads what they move from their rows, and signs only
 * what those allow; each signature is stored before it is answered.
 */
export type Signer = {
  signLanes: (order: LanesOrder) => Promise<SignedLanes>
  signReplacements: (order: ReplacementsOrder) => Promise<StoredAttempt[]>
  signTransfers: (order: SolanaOrder) => Promise<StoredTransfer[]>
}
