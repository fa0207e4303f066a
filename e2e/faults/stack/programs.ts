import { generateContracts } from '@/contracts/generate'
import { bundlePrograms } from '@/dev/bundle-programs'

const ENTRIES = {
  app: 'front/server.ts',
  engine: 'packages/job-engine/main.ts',
  signer: 'signer/server.ts',
  migrate: 'deploy/migrate-main.ts',
  prepare: 'e2e/faults/stack/prepare-main.ts',
  solana: 'packages/solana-rpc/main.ts',
  thief: 'e2e/faults/thief/thief-main.ts',
  strangers: 'e2e/faults/neighbour/strangers-main.ts',
  operators: 'e2e/faults/restore/operators-main.ts',
  refund: 'e2e/faults/payments/refund-main.ts',
} as const

/** The files of a run's processes, by name. */
export type Programs = Record<keyof typeof ENTRIES, string>

/** Bundles the processes of a run, once for all its stacks. Without pages, for no scenario opens one. */
export function bundleProcesses(): Promise<Programs> {
  generateContracts()
  return bundlePrograms(ENTRIES)
}
