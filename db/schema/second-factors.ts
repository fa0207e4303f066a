import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PASSKEY_PURPOSES } from '../../schemas/people/words'
import { bytes, createdAt, id, utcTimestamp } from '../columns'
import { users } from './people'

/**
 * Secrets of authenticator apps. A person has at most one that is confirmed and one that waits for its first code. So
 * enrolling another app leaves the working one until the new one is confirmed.
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
    confirmedAt: utcTimestamp('confirmed_at'),
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
    usedAt: utcTimestamp('used_at'),
  },
  (table) => [
    uniqueIndex('recovery_codes_hash_key').on(table.codeHash),
    index('recovery_codes_user_idx').on(table.userId),
  ],
)

/** Public keys that sign a person in, one for each authenticator they added. All verify their user. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The name that the person gave it. */
    name: text('name').notNull(),
    /** WebAuthn's credential id, base64url. */
    credentialId: text('credential_id').notNull(),
    /** A COSE key. */
    publicKey: bytes('public_key').notNull(),
    /** The newest signature counter; zero for authenticators that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The transports that the authenticator reported when it was added. */
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** Whether its provider may copy it to other devices. */
    isSyncable: boolean('is_syncable').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: createdAt(),
    lastUsedAt: utcTimestamp('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_key').on(table.credentialId),
    index('passkeys_user_idx').on(table.userId),
  ],
)

/** The challenges that authenticators sign. The first answer to a challenge deletes its row. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    purpose: text('purpose', { enum: PASSKEY_PURPOSES }).notNull(),
    /** The holder of the challenge: the id of a session, or the hash of the ticket of a sign-in attempt. */
    holder: text('holder').notNull(),
    challenge: text('challenge').notNull(),
    createdAt: createdAt(),
    expiresAt: utcTimestamp('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('passkey_challenges_challenge_key').on(table.challenge),
    index('passkey_challenges_expires_idx').on(table.expiresAt),
  ],
)
