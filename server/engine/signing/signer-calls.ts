import type { SignedLanes } from '@/server/engine/evm/sign-lanes'
import type { StoredAttempt } from '@/server/engine/evm/store-attempts'
import type { StoredAttempt as StoredTransfer } from '@/server/engine/solana/store-attempts'
import type { LanesOrder, ReplacementsOrder, SolanaOrder } from './orders'

/**
 * The signer of the engine. It receives ids of transactions, reads their content from their rows, and signs only what
 * the rows allow. It stores each signature before it returns it.
 */
export type Signer = {
  signLanes: (order: LanesOrder) => Promise<SignedLanes>
  signReplacements: (order: ReplacementsOrder) => Promise<StoredAttempt[]>
  signTransfers: (order: SolanaOrder) => Promise<StoredTransfer[]>
}
