import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { TOKEN_STATUSES } from '../../schemas/tokens/words'
import { baseUnits, businessId, createdAt, id, updatedAt } from '../columns'
import { chains } from './chains'
import { projects } from './projects'
import { wallets } from './wallets'

/** The yield terms of a token, as given at issue: decimals as text, days as `YYYY-MM-DD`. */
export type StoredYieldParams = {
  /** Percent a year. */
  annualRate: string
  maturityDate: string
  firstCouponDate: string
  /** Months. */
  couponInterval: number
  dayCount: string
  faceValuePerToken: string
  /** Days. */
  gracePeriod: number
  callable: boolean
  callDate: string | null
  paymentToken: string
}
type TokenDocument = { title: string; url: string }

/** The column of tables that belong to a token. */
export const tokenId = () =>
  uuid('token_id')
    .notNull()
    .references(() => tokens.id)

/** Tokenized assets. Supply, holders and pauses are as our index read them from the chain. */
export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    /** The wallet of the tokenAdmin. */
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    adminAddress: text('admin_address').notNull(),
    status: text('status', { enum: TOKEN_STATUSES }).notNull().default('PENDING'),
    ticker: text('ticker').notNull(),
    name: text('name').notNull(),
    /** The price of one token in fiat, times 10^6. */
    priceMicros: baseUnits('price_micros').notNull(),
    decimals: integer('decimals').notNull(),
    assetClass: text('asset_class').notNull(),
    tokenType: text('token_type', { enum: ['ASSET', 'YIELD_BEARING'] }).notNull(),
    /** The value 0 means no limit, also in the next two columns. */
    maxShareholders: integer('max_shareholders').notNull(),
    maxPerInvestorUnits: baseUnits('max_per_investor_units').notNull(),
    lockUpSeconds: integer('lock_up_seconds').notNull(),
    yieldParams: jsonb('yield_params').$type<StoredYieldParams>(),
    paymentSymbol: text('payment_symbol'),
    paymentDecimals: integer('payment_decimals'),
    /** Predicted before anything is sent; on Solana the mint. */
    contractAddress: text('contract_address').notNull(),
    salt: text('salt').notNull(),
    /** Its DEPLOY. */
    operationId: uuid('operation_id').notNull(),
    /** The UTC day of the block that deployed it. */
    issueDate: date('issue_date', { mode: 'string' }),
    deployedBlock: baseUnits('deployed_block'),
    totalSupplyUnits: baseUnits('total_supply_units').notNull().default(sql`0`),
    /** The number of investors that hold some; the tokenAdmin does not count. */
    holderCount: integer('holder_count').notNull().default(0),
    /**
     * Its newest events could not be projected: it is rebuilt from all of them before anything else is read from it.
     */
    needsRebuild: boolean('is_unfolded').notNull().default(false),
    documents: jsonb('documents').$type<TokenDocument[]>().notNull().default([]),
    /** The customer's id for it: unique in its project. */
    reference: text('reference'),
    /**
     * The fingerprint of the request that used the reference first: another request with the same reference is refused.
     */
    referenceFingerprint: text('reference_fingerprint'),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('tokens_contract_key').on(table.chainId, table.contractAddress),
    uniqueIndex('tokens_reference_key').on(table.projectId, table.reference).where(sql`reference is not null`),
    // Used by the search of support.
    index('tokens_words_idx').using('gin', sql`to_tsvector('simple', ${table.ticker} || ' ' || ${table.name})`),
    index('tokens_reference_idx').on(table.reference).where(sql`reference is not null`),
    index('tokens_project_idx').on(table.businessId, table.projectId, table.createdAt, table.id, table.status),
    index('tokens_listed_idx').on(table.createdAt, table.id),
    index('tokens_yield_idx').on(table.status).where(sql`token_type = 'YIELD_BEARING'`),
  ],
)

/** The wallets of a token: registered ones, and all addresses that hold some. */
export const tokenWallets = pgTable(
  'token_wallets',
  {
    tokenId: tokenId(),
    businessId: businessId(),
    address: text('address').notNull(),
    /** The business's id of the investor; null for the tokenAdmin and for wallets that were registered elsewhere. */
    investorId: text('investor_id'),
    label: text('label').notNull().default(''),
    country: text('country').notNull().default(''),
    /** The state on the chain, as our index read it. */
    investorKey: text('investor_key'),
    isRegistered: boolean('is_registered').notNull().default(false),
    isFrozen: boolean('is_frozen').notNull().default(false),
    balanceUnits: baseUnits('balance_units').notNull().default(sql`0`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.address] }),
    index('token_wallets_holders_idx')
      .on(table.tokenId, table.balanceUnits.desc().nullsFirst(), table.address, table.businessId)
      .where(sql`balance_units > 0`),
    index('token_wallets_listed_idx').on(table.tokenId, table.createdAt, table.address),
    index('token_wallets_investor_idx').on(table.tokenId, table.investorKey),
  ],
)

/** The balance of a wallet from the end of a block on. */
export const tokenBalances = pgTable(
  'token_balances',
  {
    tokenId: tokenId(),
    businessId: businessId(),
    address: text('address').notNull(),
    blockNumber: baseUnits('block_number').notNull(),
    /** The block at whose end the balance changed; null while the balance is still the same. */
    untilBlock: baseUnits('until_block'),
    balanceUnits: baseUnits('balance_units').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.address, table.blockNumber] }),
    index('token_balances_holders_idx')
      .on(
        table.tokenId,
        table.balanceUnits.desc().nullsFirst(),
        table.address,
        table.blockNumber,
        table.untilBlock,
        table.businessId,
      )
      .where(sql`balance_units > 0`),
  ],
)

/**
 * The total that all wallets of a token held from the end of a block on, and the number of wallets that held some. Both
 * are valid until the token's next row.
 */
export const tokenSupplies = pgTable(
  'token_supplies',
  {
    tokenId: tokenId(),
    businessId: businessId(),
    blockNumber: baseUnits('block_number').notNull(),
    supplyUnits: baseUnits('supply_units').notNull(),
    walletCount: integer('wallet_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.blockNumber] })],
)

/** Events of tokens as they were read: all that is known of holders, supply and coupons is folded from them. */
export const tokenEvents = pgTable(
  'token_events',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    tokenId: tokenId(),
    businessId: businessId(),
    blockNumber: baseUnits('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    /** Seconds since 1970. */
    blockTime: bigint('block_time', { mode: 'number' }).notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    name: text('name').notNull(),
    /** Integers as decimal text. */
    args: jsonb('args').$type<Record<string, string | boolean>>().notNull(),
  },
  (table) => [
    uniqueIndex('token_events_once_key').on(table.tokenId, table.blockNumber, table.logIndex),
    index('token_events_tx_idx').on(table.tokenId, table.txHash),
  ],
)
