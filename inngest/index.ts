import { checkBooks } from './functions/check-books'
import { closeApprovals } from './functions/close-approvals'
import { keepPayments } from './functions/keep-payments'
import { keepTokens } from './functions/keep-tokens'
import { prune } from './functions/prune'
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
  closeApprovals,
  keepPayments,
  keepTokens,
  reconcileProviders,
  rotateSigningKeys,
  watchTokens,
]
