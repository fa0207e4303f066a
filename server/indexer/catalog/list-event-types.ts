import type { EventTypeView } from '@/schemas/indexer/catalog/contract'
import { EVENT_KEYS } from '@/schemas/indexer/words'
import { toEventType } from '@/server/indexer/view'

/** The catalog: every key that a subscription can name, with the signatures that are delivered under it. */
export function listEventTypes(): EventTypeView[] {
  return EVENT_KEYS.map(toEventType)
}
