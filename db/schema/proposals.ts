import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { PROPOSAL_MUTATIONS } from '../../schemas/proposals/words'
import { createdAt, id, minorUnits, moment } from '../columns'

/** Acts of operators that create or may lose money: what one did alone, and what waits for a second person. */
export const proposals = pgTable(
  'proposals',
  {
    id: id(),
    act: text('act', {
      enum: PROPOSAL_MUTATIONS,
    }).notNull(),
    /**
     * What it is about: the id of a business, a transaction, a chain, a plan or a token, a source of rates, or a pair
     * of currencies.
     */
    subject: text('subject').notNull(),
    /** What is to be done, as its procedure takes it. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** Kobo that it creates; null where the amount is unknown. */
    valueMinor: minorUnits('value_minor'),
    state: text('state', { enum: ['OPEN', 'DONE', 'DROPPED'] }).notNull(),
    proposedBy: text('proposed_by').notNull(),
    /** Who agreed or dropped it; null of what one person did alone. */
    decidedBy: text('decided_by'),
    createdAt: createdAt(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    index('proposals_open_idx').on(table.createdAt, table.id).where(sql`state = 'OPEN'`),
    index('proposals_person_idx').on(table.proposedBy, table.act, table.createdAt),
  ],
)
