import { definePump } from '@/inngest/define-pump'
import { tokenOperationsDue } from '@/inngest/events'
import { advanceOperations, findDueOperations } from '@/server/tokens/operations/advance-operations'

/** Sends what operations of tokens need next, once what was sent before is in our index. */
export const advanceTokenOperations = definePump({
  name: 'carry-token-operations',
  event: tokenOperationsDue,
  concurrency: { limit: 1 },
  findDue: findDueOperations,
  run: advanceOperations,
})
