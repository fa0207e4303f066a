import type { EventTypeView } from '@/schemas/indexer/catalog/contract'
import { EVENT_KEYS } from '@/schemas/indexer/words'
import { toEventType } from '@/server/indexer/view'

/** The catalog: every key a subscription can name, and what is delivered under it. */
export function listEventTypes(): EventTypeView[] {
  return EVENT_KEYS.map(toEventType)
}
