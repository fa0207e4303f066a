import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { BUSINESS_ROLES, LINK_KINDS } from '../../schemas/people/words'
import { createdAt, id, ipAddress, updatedAt, utcTimestamp } from '../columns'
import { businesses } from './businesses'

/** A person who signs in to the portal. Operator and support are platform roles; business roles are memberships. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    platformRole: text('platform_role', { enum: ['operator', 'support'] }),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_words_idx').using('gin', sql`to_tsvector('simple', ${table.name})`),
  ],
)

/** A person's role in a business. Not a tenant table: sign-in reads it before any tenant is known. */
export const memberships = pgTable(
  'memberships',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    memberOf: uuid('member_of')
      .notNull()
      .references(() => businesses.id),
    role: text('role', { enum: BUSINESS_ROLES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.memberOf] }),
    index('memberships_business_idx').on(table.memberOf),
  ],
)

/** Sign-ins, checked on every request, so that one can be ended at once. The token is stored as a hash. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    ip: ipAddress('ip'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    lastSeenAt: utcTimestamp('last_seen_at').notNull(),
    expiresAt: utcTimestamp('expires_at').notNull(),
    revokedAt: utcTimestamp('revoked_at'),
    /** When the person last proved to be there: by a second factor, or by the password if they have none. */
    verifiedAt: utcTimestamp('verified_at'),
    /** Identifies the SLIPWAY_SECRET that signed the cookie; null for the first secret of the database. */
    secretId: text('secret_id'),
  },
  (table) => [uniqueIndex('sessions_token_hash_key').on(table.tokenHash), index('sessions_user_idx').on(table.userId)],
)

/** Failed sign-ins by account and network, by network and by account; `sign-in-delay.ts` explains each. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: utcTimestamp('blocked_until').notNull(),
  updatedAt: utcTimestamp('updated_at').notNull(),
})

/**
 * One-time links by email: an invitation, a forgotten password, a new address. The token is stored as a hash. Not a
 * tenant table: an invitation is read before its person belongs to any business.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    id: id(),
    kind: text('kind', { enum: LINK_KINDS }).notNull(),
    /** The address it is emailed to, which identifies its person. */
    email: text('email').notNull(),
    /** The name that the inviter gave for the person. */
    name: text('name'),
    role: text('role', { enum: ['owner', 'developer', 'viewer', 'operator', 'support'] }),
    /** The business that an invitation is for. */
    memberOf: uuid('member_of').references(() => businesses.id),
    /** The person whose address changes. */
    userId: uuid('user_id').references(() => users.id),
    tokenHash: text('token_hash').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: utcTimestamp('expires_at').notNull(),
    usedAt: utcTimestamp('used_at'),
    /** Replaced by a newer one, withdrawn, or its person was switched off. */
    revokedAt: utcTimestamp('revoked_at'),
  },
  (table) => [
    uniqueIndex('account_links_token_hash_key').on(table.tokenHash),
    index('account_links_email_idx').on(table.email).where(sql`used_at is null and revoked_at is null`),
    index('account_links_member_idx').on(table.memberOf).where(sql`used_at is null and revoked_at is null`),
    index('account_links_expires_idx').on(table.expiresAt),
  ],
)
