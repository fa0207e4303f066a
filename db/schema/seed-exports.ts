import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SEED_EXPORT_STATES } from '../../schemas/seed-exports/words'
import { businessId, createdAt, id, utcTimestamp } from '../columns'
import { users } from './people'

/**
 * The export of a business's wallet seed to one of its owners: two operators approved, the owner named a public key,
 * and the seed was sealed to it.
 */
export const seedExports = pgTable(
  'seed_exports',
  {
    id: id(),
    businessId: businessId(),
    /** The owner who receives the seed. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    proposedBy: text('proposed_by').notNull(),
    approvedBy: text('approved_by').notNull(),
    state: text('state', { enum: SEED_EXPORT_STATES }).notNull(),
    /** The owner's RSA key, as SPKI in PEM. */
    publicKey: text('public_key'),
    /** SHA-256 of the key's DER, in hex. */
    fingerprint: text('fingerprint'),
    /** The earliest time of sealing: until then another owner or an operator can stop the export. */
    opensAt: utcTimestamp('opens_at'),
    /**
     * The seed, sealed so that only the owner's private key opens it, in base64. Erased once it was taken or stopped.
     */
    sealed: text('sealed'),
    /** The deadline of the present step. */
    expiresAt: utcTimestamp('expires_at').notNull(),
    createdAt: createdAt(),
    endedAt: utcTimestamp('ended_at'),
  },
  (table) => [
    uniqueIndex('seed_exports_one_open_key')
      .on(table.businessId)
      .where(sql`state in ('APPROVED', 'CONFIRMED', 'SEALED')`),
    check('seed_exports_two_operators', sql`proposed_by <> approved_by`),
    check('seed_exports_sealed', sql`(state = 'SEALED') = (sealed is not null)`),
    check(
      'seed_exports_key',
      sql`state not in ('CONFIRMED', 'SEALED', 'TAKEN') or (public_key is not null and fingerprint is not null)`,
    ),
  ],
)
