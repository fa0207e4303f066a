import type { EventTypeView } from '@/server/indexer/catalog/contract'
import { toEventType } from '@/server/indexer/view'
import { EVENT_KEYS } from '@/server/indexer/words'

/** The catalog: every key a subscription can name, and what is delivered under it. */
export function listEventTypes(): EventTypeView[] {
  return EVENT_KEYS.map(toEventType)
}
