import { checkBooks } from './functions/check-books'
import { checkWalletSeeds } from './functions/check-seeds'
import { closeApprovals } from './functions/close-approvals'
import { keepPayments } from './functions/keep-payments'
import { keepTokens } from './functions/keep-tokens'
import { prune } from './functions/prune'
import { readScreeningList } from './functions/read-screening-list'
import { reconcileProviders } from './functions/reconcile-providers'
import { rotateSigningKeys } from './functions/rotate-signing-keys'
import { sweep } from './functions/sweep'
import { watchTokens } from './functions/watch-tokens'
import { PUMPS } from './pumps'

export { inngest } from './client'

/** Every job the app serves. */
export const functions = [
  ...PUMPS.map(({ job }) => job),
  sweep,
  prune,
  checkBooks,
  checkWalletSeeds,
  closeApprovals,
  keepPayments,
  keepTokens,
  readScreeningList,
  reconcileProviders,
  rotateSigningKeys,
  watchTokens,
]
