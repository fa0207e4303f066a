import type { SignatureScheme } from './contract'
import { signIndexer } from './sign-indexer'
import { signStandard } from './sign-standard'

/** The headers that show who sent a message. `timestamp`: unix seconds; `body`: exactly as it is sent. */
export type Sign = (
  keys: readonly Uint8Array[],
  message: { id: string; timestamp: number; body: string },
) => Record<string, string>

export const SIGNERS: Record<SignatureScheme, Sign> = { standard: signStandard, indexer: signIndexer }
