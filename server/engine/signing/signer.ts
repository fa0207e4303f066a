import { holdsSeeds } from '@/server/separate-signer'
import { embeddedSigner } from './embedded-signer'
import { remoteSigner } from './remote-signer'
import type { Signer } from './signer-calls'

/** The signer of this process: itself, or the process at SIGNER_SOCKET. */
export function signer(): Signer {
  return holdsSeeds() ? embeddedSigner : remoteSigner
}
