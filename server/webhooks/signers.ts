import type { SignatureScheme } from './contract'
import { signIndexer } from './sign-indexer'
import { signStandard } from './sign-standard'
import type { Sign } from './signature'

export const SIGNERS: Record<SignatureScheme, Sign> = { standard: signStandard, indexer: signIndexer }
