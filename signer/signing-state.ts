import { oncePerProcess } from '@/db/once-per-process'
import type { SignerStatus } from '@/server/custody/remote/wire'

/** The last state of the keys and of the copies of the seeds that this process saw. */
export const signingState = () =>
  oncePerProcess('signing-state', (): SignerStatus & { wasRight: boolean } => ({
    state: 'not_proven',
    problem: null,
    seedCopies: { lacking: 0, reason: '' },
    recoveryCopies: { lacking: 0, reason: '', kept: [] },
    wasRight: false,
  }))
