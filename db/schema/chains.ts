import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { baseUnits, bytes, createdAt, id, moment, updatedAt } from '../columns'

/** Supported networks. `chain_id` is the EVM chain id; Solana clusters take 101 (mainnet) and 103 (devnet). */
export const chains = pgTable('chains', {
  chainId: integer('chain_id').primaryKey(),
  /** Spec 4.9's network codes: ETH, BSC, POL, BASE, LISK, ATC, SOL. */
  code: text('code').notNull(),
  name: text('name').notNull(),
  chainType: text('chain_type', { enum: ['EVM', 'SOLANA'] }).notNull(),
  network: text('network', { enum: ['MAINNET', 'TESTNET'] }).notNull(),
  nativeSymbol: text('native_symbol').notNull(),
  nativeDecimals: integer('native_decimals').notNull(),
  explorerUrl: text('explorer_url').notNull(),
  /** Who pays gas: `sponsored` the platform, `debited` the business's USD balance. */
  gasPolicy: text('gas_policy', { enum: ['sponsored', 'debited'] }).notNull(),
  /** Blocks on top of the including one, itself counted, before an outcome is final. */
  confirmations: integer('confirmations').notNull(),
  /** Average block time, paces the watcher. */
  blockTimeMs: integer('block_time_ms').notNull(),
  /** At most this many unmined transactions per wallet. */
  laneWindow: integer('lane_window').notNull().default(16),
  /** Ceiling of maxFeePerGas, in wei. */
  maxFeePerGasCap: baseUnits('max_fee_per_gas_cap').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** JSON-RPC endpoints of a chain; a chain without an active one answers 404 (spec 7.4). */
export const rpcEndpoints = pgTable(
  'rpc_endpoints',
  {
    id: id(),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    url: text('url').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('rpc_endpoints_chain_url_key').on(table.chainId, table.url)],
)

/** Token contracts the platform knows by symbol (cNGN among them). */
export const chainTokens = pgTable(
  'chain_tokens',
  {
    id: id(),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    symbol: text('symbol').notNull(),
    address: text('address').notNull(),
    decimals: integer('decimals').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('chain_tokens_symbol_key').on(table.chainId, table.symbol),
    uniqueIndex('chain_tokens_address_key').on(table.chainId, table.address),
    index('chain_tokens_chain_idx').on(table.chainId),
  ],
)

/** The watcher's place on each chain: last block whose receipts were read. */
export const chainCursors = pgTable('chain_cursors', {
  chainId: integer('chain_id')
    .primaryKey()
    .references(() => chains.chainId),
  blockNumber: baseUnits('block_number').notNull(),
  blockHash: bytes('block_hash'),
  leaseOwner: text('lease_owner'),
  leaseUntil: moment('lease_until'),
  fence: integer('fence').notNull().default(0),
  updatedAt: updatedAt(),
})
