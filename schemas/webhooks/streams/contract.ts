import { z } from 'zod'
import { EVENT_FAMILIES, PROJECT_EVENT_KINDS } from '@/schemas/webhooks/words'
import { field } from '@/server/text/field'

const CURSOR = /^\d{1,19}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const KINDS: readonly string[] = [...PROJECT_EVENT_KINDS, ...EVENT_FAMILIES]

/** The position at which a stream begins: after the event with this id, or at the oldest stored event. */
export const streamCursor = z.union([z.literal('oldest'), z.string().regex(CURSOR)])

export const streamEventsQuery = z.strictObject({
  types: field(
    z
      .string()
      .max(1_000)
      .refine((text) => text.split(',').every((kind) => KINDS.includes(kind)), 'names a kind that does not exist')
      .transform((text) => [...new Set(text.split(','))])
      .optional(),
    'Kinds of events and families of them (`wallet.*`), separated by commas. Default: all events.',
    'wallet.*,payment.settled',
  ),
  after: field(
    streamCursor.optional(),
    'The `id` of the last event that was read, or `oldest`. The header `Last-Event-ID` has precedence.',
    '7421-019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80',
  ),
})
export type StreamEventsInput = z.output<typeof streamEventsQuery>

export const eventStreamText = z.string().meta({
  description: 'Server-sent events. `data` of an event is the body that a webhook has: `type`, `timestamp` and `data`.',
  examples: [
    'event: wallet.transfer.completed\nid: 7421-019a6b3e-9d40-7e00-8a00-3b4c5d6e7f80\ndata: {"type":"wallet.transfer.completed","timestamp":"2026-11-21T11:05:44.862Z","data":{}}\n\n',
  ],
})
