import { definePump } from '@/inngest/define-pump'
import { tokenOperationsDue } from '@/inngest/events'
import { advanceOperations, findDueOperations } from '@/server/tokens/operations/advance-operations'

/** Sends the next transactions of token operations, once our index has read the previous ones. */
export const advanceTokenOperations = definePump({
  name: 'carry-token-operations',
  event: tokenOperationsDue,
  concurrency: { limit: 1 },
  findDue: findDueOperations,
  run: advanceOperations,
})
