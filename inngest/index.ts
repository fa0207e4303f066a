import { closeApprovals } from './functions/close-approvals'
import { dispatchWebhooks } from './functions/dispatch-webhooks'
import { prune } from './functions/prune'
import { pumpChain } from './functions/pump-chain'
import { rotateSigningKeys } from './functions/rotate-signing-keys'
import { sweep } from './functions/sweep'

export { inngest } from './client'

/** Every job the app serves. */
export const functions = [pumpChain, dispatchWebhooks, sweep, prune, closeApprovals, rotateSigningKeys]
