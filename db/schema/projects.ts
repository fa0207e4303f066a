import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, bytes, createdAt, id, ipAddress, updatedAt, utcTimestamp } from '../columns'

/** A project of a business: holds keys, plans and settings. */
export const projects = pgTable(
  'projects',
  {
    id: id(),
    businessId: businessId(),
    name: text('name').notNull(),
    status: text('status', { enum: ['active', 'suspended'] })
      .notNull()
      .default('active'),
    /** Default key of wallet outcome webhooks, sealed by custody. */
    webhookSecretSealed: bytes('webhook_secret_sealed').notNull(),
    webhookSecretVersion: integer('webhook_secret_version').notNull().default(1),
    /** The key before the last rotation, also sealed: signs along during the overlap. */
    webhookSecretPreviousSealed: bytes('webhook_secret_previous_sealed'),
    webhookSecretPreviousUntil: utcTimestamp('webhook_secret_previous_until'),
    /** Calls that mean a mainnet are refused. */
    testnetsOnly: boolean('testnets_only').notNull().default(false),
    /** The time from which its owners may create the first pair of API keys themselves: an operator's decision. */
    keysAllowedAt: utcTimestamp('keys_allowed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('projects_business_idx').on(table.businessId),
    index('projects_suspended_idx').on(table.id).where(sql`status <> 'active'`),
  ],
)

/** Addresses allowed to call `/v1` for a project (spec 4.8). */
export const ipAllowlist = pgTable(
  'ip_allowlist',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    ipAddress: ipAddress('ip_address').notNull(),
    label: text('label').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('ip_allowlist_project_ip_key').on(table.businessId, table.projectId, table.ipAddress)],
)
