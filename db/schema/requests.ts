import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { businessId, createdAt, ipAddress, utcTimestamp } from '../columns'

/**
 * Idempotency keys (decisions.md). The link to the effect is kept permanently, the body for 30 days. Rows of the portal
 * hold a digest of their key, and an answer that only the key opens.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    businessId: businessId(),
    /** Null if a person acted on the business as a whole. */
    projectId: uuid('project_id'),
    environment: text('environment', { enum: ['live', 'test', 'portal'] }).notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** The id of the resource that the request made, e.g. a transaction id. */
    resourceId: uuid('resource_id'),
    responseStatus: integer('response_status'),
    responseBody: jsonb('response_body').$type<unknown>(),
    createdAt: createdAt(),
    completedAt: utcTimestamp('completed_at'),
  },
  (table) => [
    unique('idempotency_keys_scope_key')
      .on(table.businessId, table.projectId, table.environment, table.operation, table.key)
      .nullsNotDistinct(),
  ],
)

/** One row a request; secrets are redacted before they get here. */
export const requestLog = pgTable(
  'request_log',
  {
    id: uuid('id').primaryKey(),
    /** Null for an unauthenticated call. */
    businessId: uuid('business_id'),
    projectId: uuid('project_id'),
    keyId: uuid('key_id'),
    method: text('method').notNull(),
    path: text('path').notNull(),
    /** Including the question mark, of authenticated callers; without the values of secret fields. */
    search: text('search').notNull().default(''),
    operation: text('operation'),
    status: integer('status').notNull(),
    durationMs: integer('duration_ms').notNull(),
    clientIp: ipAddress('client_ip'),
    userAgent: text('user_agent'),
    idempotencyKey: text('idempotency_key'),
    message: text('message'),
    /** JSON without its secrets, of calls that write. */
    requestBody: text('request_body'),
    /** The answer of a refusal. */
    responseBody: text('response_body'),
    createdAt: createdAt(),
  },
  (table) => [
    index('request_log_business_idx').on(table.businessId, table.createdAt),
    // For searches by idempotency key.
    index('request_log_idempotency_key_idx').on(table.idempotencyKey).where(sql`idempotency_key is not null`),
  ],
)

/** Exact sliding windows (token endpoint, sign-in): the moments admitted within the window, oldest first. */
export const rateWindows = pgTable('rate_windows', {
  key: text('key').primaryKey(),
  admittedAt: utcTimestamp('admitted_at').array().notNull(),
  updatedAt: utcTimestamp('updated_at').notNull(),
})

/** Token buckets of business calls; processes take tokens in small batches. */
export const rateBuckets = pgTable('rate_buckets', {
  key: text('key').primaryKey(),
  /** Thousandths of a token. */
  tokensMilli: integer('tokens_milli').notNull(),
  refilledAt: utcTimestamp('refilled_at').notNull(),
})

/** Plain settings of the platform. */
export const platformSettings = pgTable('platform_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
})
