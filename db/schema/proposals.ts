import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { PROPOSAL_MUTATIONS } from '../../schemas/proposals/words'
import { createdAt, id, minorUnits, utcTimestamp } from '../columns'

/**
 * Actions of operators that create value or may lose it. One person executed them alone, or they wait for a second
 * person.
 */
export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    act: text('act', {
      enum: PROPOSAL_MUTATIONS,
    }).notNull(),
    /**
     * The subject: the id of a business, a transaction, a chain, a plan or a token, a source of rates, or a pair of
     * currencies.
     */
    subject: text('subject').notNull(),
    /** The action to execute, as input of its procedure. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** Kobo that it creates; null if the amount is unknown. */
    valueMinor: minorUnits('value_minor'),
    state: text('state', { enum: ['OPEN', 'DONE', 'DROPPED'] }).notNull(),
    proposedBy: text('proposed_by').notNull(),
    /** The person who approved or dropped it; null if one person acted alone. */
    decidedBy: text('decided_by'),
    createdAt: createdAt(),
    decidedAt: utcTimestamp('decided_at'),
  },
  (table) => [
    index('proposals_open_idx').on(table.createdAt, table.id).where(sql`state = 'OPEN'`),
    index('proposals_person_idx').on(table.proposedBy, table.act, table.createdAt),
  ],
)
