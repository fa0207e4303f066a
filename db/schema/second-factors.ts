import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, id, moment } from '../columns'
import { users } from './people'

/**
 * Secrets of authenticator apps. A person has at most one that is confirmed and one that waits for its first code, so
 * that enrolling another app leaves the working one until the new one is confirmed.
 */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    secretSealed: bytes('secret_sealed').notNull(),
    createdAt: createdAt(),
    confirmedAt: moment('confirmed_at'),
    /** The newest time step whose code was used: this and earlier codes are refused. */
    lastStep: integer('last_step'),
  },
  (table) => [
    uniqueIndex('totp_secrets_confirmed_key').on(table.userId).where(sql`confirmed_at is not null`),
    uniqueIndex('totp_secrets_pending_key').on(table.userId).where(sql`confirmed_at is null`),
  ],
)

/** Codes for a lost device, as hashes. Each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('recovery_codes_hash_key').on(table.codeHash),
    index('recovery_codes_user_idx').on(table.userId),
  ],
)
