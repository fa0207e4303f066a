import { eventTypePage } from '@/schemas/indexer/catalog/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { listEventTypes } from '@/server/indexer/catalog/list-event-types'
import { toWholeList } from '@/server/indexer/view'

export const listEventTypesEndpoint = endpoint({
  id: 'listEventTypes',
  method: 'GET',
  path: '/v1/indexer/events',
  summary: 'List event types',
  description:
    'The catalog: the keys a subscription can name. A log whose layout differs from the standard is not delivered under a key; name such an event by its signature.',
  tags: ['Blockchain events'],
  auth: 'liveKey',
  scope: 'indexer:read',
  capability: 'indexer.history.read',
  rateLimit: 'read',
  replies: { 200: eventTypePage },
  async handle() {
    return reply(200, 'Event types retrieved', toWholeList(listEventTypes()))
  },
})
