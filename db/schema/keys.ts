import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, bytes, createdAt, id, ipAddress, utcTimestamp } from '../columns'
import { projects } from './projects'

/** Project API keys. The key itself is never stored: only its HMAC, prefix and last four characters. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    /** The live and the test key of one rotation have the same. */
    pairId: uuid('pair_id').notNull().defaultRandom(),
    /** The name of the pair, on both of its keys; empty if there is none. */
    name: text('name').notNull().default(''),
    environment: text('environment', { enum: ['live', 'test'] }).notNull(),
    secretHash: text('secret_hash').notNull(),
    pepperVersion: integer('pepper_version').notNull(),
    prefix: text('prefix').notNull(),
    lastFour: text('last_four').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    /** Set on the old key of a rotation, which is valid until then. */
    expiresAt: utcTimestamp('expires_at'),
    revokedAt: utcTimestamp('revoked_at'),
    lastUsedAt: utcTimestamp('last_used_at'),
    lastUsedIp: ipAddress('last_used_ip'),
  },
  (table) => [
    uniqueIndex('api_keys_secret_hash_key').on(table.secretHash),
    index('api_keys_project_idx').on(table.businessId, table.projectId),
    index('api_keys_last_four_idx').on(table.lastFour),
    index('api_keys_words_idx').using('gin', sql`to_tsvector('simple', ${table.name})`),
  ],
)

/** ES256 keys that sign access tokens; the private half is sealed by custody. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, string>>().notNull(),
  privateKeySealed: bytes('private_key_sealed').notNull(),
  createdAt: createdAt(),
  /** Signs from then on; published in the JWKS at once. */
  activeFrom: utcTimestamp('active_from').notNull(),
  retiredAt: utcTimestamp('retired_at'),
})
