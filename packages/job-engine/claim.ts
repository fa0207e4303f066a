import type { RegisteredFunction } from './function-config'
import type { StoredEvent } from './stored-event'

/** One pending call, claimed by this process. */
export interface Claim {
  item: string
  token: string
  runId: string
  stepId: string | null
  attempt: number
  unreachableSince: Date | null
  fn: RegisteredFunction
  event: StoredEvent | undefined
  hasSlots: boolean
}
