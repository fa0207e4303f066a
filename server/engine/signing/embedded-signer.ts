import { workerCtx } from '@/server/ctx'
import { signLanes } from '@/server/engine/evm/sign-lanes'
import { signReplacements } from '@/server/engine/evm/sign-replacements'
import { signTransfers } from '@/server/engine/solana/sign-transfers'
import type { Signer } from './signer-calls'

/** Signs in this process: the app itself, or the process that signs. */
export const embeddedSigner: Signer = {
  signLanes: (order) => signLanes(workerCtx(), order),
  signReplacements: (order) => signReplacements(workerCtx(), order),
  signTransfers: (order) => signTransfers(workerCtx(), order),
}
