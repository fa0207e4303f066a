import { workerCtx } from '@/server/ctx'
import { type SignedLanes, signLanes } from '@/server/engine/evm/sign-lanes'
import { signReplacements } from '@/server/engine/evm/sign-replacements'
import type { StoredAttempt } from '@/server/engine/evm/store-attempts'
import { signTransfers } from '@/server/engine/solana/sign-transfers'
import type { StoredAttempt as StoredTransfer } from '@/server/engine/solana/store-attempts'
import type { LanesOrder, ReplacementsOrder, SolanaOrder } from './orders'

/**
 * Who signs for the engine. It is asked with ids of transactions, reads what they move from their rows, and signs only what those allow; each
 * signature is stored before it is answered.
 */
export type Signer = {
  signLanes: (order: LanesOrder) => Promise<SignedLanes>
  signReplacements: (order: ReplacementsOrder) => Promise<StoredAttempt[]>
  signTransfers: (order: SolanaOrder) => Promise<StoredTransfer[]>
}

const here: Signer = {
  signLanes: (order) => signLanes(workerCtx(), order),
  signReplacements: (order) => signReplacements(workerCtx(), order),
  signTransfers: (order) => signTransfers(workerCtx(), order),
}

/** The signer of this process. */
export function signer(): Signer {
  return here
}
