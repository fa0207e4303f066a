import { workerCtx } from '@/server/ctx'
import { type SignedLanes, signLanes } from '@/server/engine/evm/sign-lanes'
import { signReplacements } from '@/server/engine/evm/sign-replacements'
import type { StoredAttempt } from '@/server/engine/evm/store-attempts'
import { signTransfers } from '@/server/engine/solana/sign-transfers'
import type { StoredAttempt as StoredTransfer } from '@/server/engine/solana/store-attempts'
import type { LanesOrder, ReplacementsOrder, SolanaOrder } from './orders'

/** Signs in this process: the app itself, or the process that signs. */
export const embeddedSigner: Signer = {
  signLanes: (order) => signLanes(workerCtx(), order),
  signReplacements: (order) => signReplacements(workerCtx(), order),
  signTransfers: (order) => signTransfers(workerCtx(), order),
}

/**
 * The signer of the engine. It receives ids of transactions, reads their content from their rows, and signs only what
 * the rows allow. It stores each signature before it returns it.
 */
export type Signer = {
  signLanes: (order: LanesOrder) => Promise<SignedLanes>
  signReplacements: (order: ReplacementsOrder) => Promise<StoredAttempt[]>
  signTransfers: (order: SolanaOrder) => Promise<StoredTransfer[]>
}
