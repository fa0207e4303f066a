import { checkLedgerNightly } from './functions/check-ledger-nightly'
import { checkWalletSeeds } from './functions/check-wallet-seeds'
import { closeApprovals } from './functions/close-approvals'
import { maintainPayments } from './functions/maintain-payments'
import { maintainTokens } from './functions/maintain-tokens'
import { prune } from './functions/prune'
import { readScreeningList } from './functions/read-screening-list'
import { reconcileProviders } from './functions/reconcile-providers'
import { rotateSigningKeys } from './functions/rotate-signing-keys'
import { runMinuteJob } from './functions/run-minute-job'
import { watchTokens } from './functions/watch-tokens'
import { WORKERS } from './workers'

export { inngest } from './client'

/** Every job the app serves. */
export const functions = [
  ...WORKERS.map(({ job }) => job),
  runMinuteJob,
  prune,
  checkLedgerNightly,
  checkWalletSeeds,
  closeApprovals,
  maintainPayments,
  maintainTokens,
  readScreeningList,
  reconcileProviders,
  rotateSigningKeys,
  watchTokens,
]
