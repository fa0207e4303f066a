import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, bytes, createdAt, id, metadataIndex, utcTimestamp } from '../columns'
import { projects } from './projects'

/** One seed per business: sealed under a data key, itself wrapped by the key-encryption key. */
export const walletSeeds = pgTable(
  'wallet_seeds',
  {
    id: id(),
    businessId: businessId(),
    version: integer('version').notNull().default(1),
    seedSealed: bytes('seed_sealed').notNull(),
    dataKeyWrapped: bytes('data_key_wrapped').notNull(),
    /** The key-encryption key that wrapped the data key: `<provider>:<key>:<version>`. */
    kekId: text('kek_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('wallet_seeds_business_version_key').on(table.businessId, table.version)],
)

/**
 * Proofs, checked at a start, that the process holds the keys of this database: a row for each key-encryption key, and
 * one for SLIPWAY_SECRET.
 */
export const keyCanaries = pgTable('key_canaries', {
  /** Id of the key-encryption key, or `SLIPWAY_SECRET`. */
  keyId: text('key_id').primaryKey(),
  /** A random value, sealed as seeds are. For SLIPWAY_SECRET: an HMAC under it. */
  proof: bytes('proof').notNull(),
  createdAt: createdAt(),
})

/** Next HD index per business and chain type; its row lock keeps indices without gaps. */
export const walletCounters = pgTable(
  'wallet_counters',
  {
    businessId: businessId(),
    chainType: text('chain_type', { enum: ['EVM', 'SOLANA'] }).notNull(),
    nextIndex: integer('next_index').notNull().default(0),
    /** The first index that a restore skipped, until the wallets from there on are added. */
    skippedFrom: integer('skipped_from'),
    /** The first indices that other restores skipped: wallets from there on are added as well. */
    alsoSkippedFrom: jsonb('also_skipped_from').$type<number[]>(),
    /**
     * By chain, the block up to which deposits were read when those wallets could not be added or their seed was
     * missing. They are read again from there. Null: no deposits are stored before the wallets were tried.
     */
    depositsReadTo: jsonb('deposits_read_to').$type<Record<string, string>>(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.chainType] }),
    // Each update of a deposit cursor checks whether any is left.
    index('wallet_counters_skipped_idx').on(table.businessId).where(sql`skipped_from is not null`),
  ],
)

export const wallets = pgTable(
  'wallets',
  {
    id: id(),
    businessId: businessId(),
    /** The project it was made in. */
    projectId: uuid('project_id'),
    /** The only project that may use it: for others it does not exist. Null: any project of the business may use it. */
    boundProjectId: uuid('bound_project_id').references(() => projects.id),
    seedId: uuid('seed_id')
      .notNull()
      .references(() => walletSeeds.id),
    chainType: text('chain_type', { enum: ['EVM', 'SOLANA'] }).notNull(),
    addressIndex: integer('address_index').notNull(),
    /** EVM: EIP-55 checksummed. Solana: base58. */
    address: text('address').notNull(),
    derivationPath: text('derivation_path').notNull(),
    purpose: text('purpose').notNull(),
    /** The owner's label for the wallet; lists find it. */
    label: text('label'),
    /** The reference in the request that made it: unique in its project. */
    reference: text('reference'),
    referenceFingerprint: text('reference_fingerprint'),
    isActive: boolean('is_active').notNull().default(true),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    createdAt: createdAt(),
    /** A restore added it, because the backup may lack it. Unused: nothing has arrived since. Null: it was created. */
    restored: text('restored', { enum: ['unused', 'used'] }),
    deactivatedAt: utcTimestamp('deactivated_at'),
  },
  (table) => [
    uniqueIndex('wallets_business_index_key').on(table.businessId, table.chainType, table.addressIndex),
    uniqueIndex('wallets_business_address_key').on(table.businessId, table.chainType, table.address),
    uniqueIndex('wallets_reference_key').on(table.projectId, table.reference).where(sql`reference is not null`),
    // Used by the search of support.
    index('wallets_reference_idx').on(table.reference).where(sql`reference is not null`),
    metadataIndex('wallets_metadata_idx', table),
    // Support and members find them by the beginning or the end of an address, in any case.
    index('wallets_address_start_idx').on(sql`lower(${table.address}) text_pattern_ops`),
    index('wallets_address_end_idx').on(sql`reverse(lower(${table.address})) text_pattern_ops`),
    index('wallets_address_idx').on(table.address),
    index('wallets_restored_idx').on(table.businessId, table.restored).where(sql`restored is not null`),
    // Blocks contain lowercase addresses.
    index('wallets_evm_address_idx').on(sql`lower(${table.address})`).where(sql`chain_type = 'EVM'`),
  ],
)

/**
 * Most wallets that a restore adds were never handed out. Lists and counts include one only after it received
 * something.
 */
export const IS_LISTED_WALLET = sql`${wallets.restored} is distinct from 'unused'`
