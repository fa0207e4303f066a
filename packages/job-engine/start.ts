import type { RegisteredFunction } from './function-config'
import type { StoredEvent } from './stored-event'

export interface Start {
  fn: RegisteredFunction
  event: StoredEvent
  /** The other events of a batch; the first is `event`. */
  batch?: StoredEvent[]
  parent?: { run: string; step: string }
}
