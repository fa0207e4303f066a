import { defineWorker } from '@/inngest/define-worker'
import { tokenOperationsDue } from '@/inngest/events'
import { advanceOperations, findDueOperations } from '@/server/tokens/operations/advance-operations'

/** Sends the next transactions of token operations, once our index has read the previous ones. */
export const advanceTokenOperations = defineWorker({
  name: 'carry-token-operations',
  event: tokenOperationsDue,
  concurrency: { limit: 1 },
  findDue: findDueOperations,
  run: advanceOperations,
})
