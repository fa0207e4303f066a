import { chainsCheck } from '@/server/chains/check-reachable'
import { databaseCheck } from '@/server/installation/check-database'
import { keysCheck } from '@/server/installation/keys-state'
import { signerCheck } from '@/server/installation/signer-state'
import { jobsCheck } from '@/server/jobs/registration'
import type { ReadinessCheck } from '@/server/readiness-check'
import { processCheck } from '@/server/waking/stopping'

/** The checks of `/readyz`, in the order of its answer. */
export const READINESS_CHECKS: readonly ReadinessCheck[] = [
  processCheck,
  databaseCheck,
  keysCheck,
  signerCheck,
  jobsCheck,
  chainsCheck,
]
