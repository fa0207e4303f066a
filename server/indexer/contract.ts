import { z } from 'zod'
import { field } from '@/server/text/field'
import { EVENT_KEYS } from './words'

/** How a list says which part of it this is, as all of this area do (spec 4.9). */
export const listMeta = z
  .object({
    total: field(z.int(), 'How many there are in all.', 1),
    page: field(z.int(), 'As asked.', 1),
    limit: field(z.int(), 'As asked.', 20),
    totalPages: field(z.int(), 'How many pages there are.', 1),
  })
  .meta({ id: 'IndexerListMeta', description: 'Which part of the list this is.' })

export const eventTypeView = z
  .object({
    key: field(z.enum(EVENT_KEYS), 'What a subscription names in `events`.', 'transfer'),
    description: field(z.string(), 'What happened, and what `from`, `to` and `amount` say of it.', 'Value moves.'),
    networks: field(z.array(z.enum(['EVM', 'SOLANA'])), 'Families of chains that have it.', ['EVM', 'SOLANA']),
    signatures: z
      .array(
        z.object({
          standard: field(z.string(), 'Where it is written down.', 'ERC-20'),
          signature: field(
            z.string(),
            'The event, as contracts of the standard declare it.',
            'event Transfer(address indexed from, address indexed to, uint256 value)',
          ),
        }),
      )
      .describe('Logs of EVM chains that are delivered under this key; others of the same name are not.'),
  })
  .meta({ id: 'IndexerEventType' })
export type EventTypeView = z.infer<typeof eventTypeView>

export const eventTypePage = z
  .object({ data: z.array(eventTypeView).describe('All of them.'), meta: listMeta })
  .meta({ id: 'IndexerEventTypePage' })
