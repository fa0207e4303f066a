import { definePump } from '@/inngest/define-pump'
import { tokenOperationsWoken } from '@/inngest/events'
import { carryOperations, findDueOperations } from '@/server/tokens/operations/carry-operations'

/** Sends what operations of tokens need next, once what was sent before is in our index. */
export const carryTokenOperations = definePump({
  name: 'carry-token-operations',
  event: tokenOperationsWoken,
  concurrency: { limit: 1 },
  findDue: findDueOperations,
  run: carryOperations,
})
