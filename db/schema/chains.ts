import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FINALITIES } from '../../schemas/chains/settings/words'
import { baseUnits, createdAt, id, updatedAt, utcTimestamp } from '../columns'

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
  /** The payer of gas: the platform (`sponsored`), or the business's USD balance (`debited`). */
  gasPolicy: text('gas_policy', { enum: ['sponsored', 'debited'] }).notNull(),
  /**
   * How the platform pays gas on chain: it tops up the sending wallet, or relayers submit the calls of delegated
   * wallets (EIP-7702).
   */
  gasStrategy: text('gas_strategy', { enum: ['topup', 'delegation'] })
    .notNull()
    .default('topup'),
  /** The delegate contract. Without it, `delegation` falls back to `topup`. */
  delegateAddress: text('delegate_address'),
  /** Blocks on top of the including one, itself counted, before an outcome is final. With a tag, only shown. */
  confirmations: integer('confirmations').notNull(),
  /** The rule that makes a block final: its depth, or the chain's own tag. */
  finality: text('finality', { enum: FINALITIES }).notNull().default('depth'),
  /** Whether a fee for the first layer comes on top of gas. */
  l1Fee: text('l1_fee', { enum: ['none', 'op-stack'] })
    .notNull()
    .default('none'),
  /** After this number of blocks an unmined transaction is considered for a replacement. */
  bumpAfterBlocks: integer('bump_after_blocks').notNull().default(3),
  /** Gas wallets and relayers below `gas_low_units` are filled to `gas_target_units` from the treasury. */
  gasLowUnits: baseUnits('gas_low_units').notNull().default(sql`0`),
  gasTargetUnits: baseUnits('gas_target_units').notNull().default(sql`0`),
  /** A treasury below this raises an alarm. */
  treasuryLowUnits: baseUnits('treasury_low_units').notNull().default(sql`0`),
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
    /** The display name; the address may hold a provider's key. */
    label: text('label').notNull().default(''),
    /** `send_only` endpoints get every broadcast and are never queried. */
    role: text('role', { enum: ['full', 'send_only'] })
      .notNull()
      .default('full'),
    /** Endpoints with a lower value are queried first. */
    priority: integer('priority').notNull().default(0),
    /** Last test, by an operator or by the watcher; a problem (another chain id) keeps it out of use. */
    checkedAt: utcTimestamp('checked_at'),
    problem: text('problem'),
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

/** The consumers that read a chain independently, each at its own pace. */
const CHAIN_CONSUMERS = ['engine', 'indexer', 'deposits', 'tokens'] as const
export type ChainConsumer = (typeof CHAIN_CONSUMERS)[number]

/** The block up to which each consumer has read each chain. */
export const chainCursors = pgTable(
  'chain_cursors',
  {
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    consumer: text('consumer', { enum: CHAIN_CONSUMERS }).notNull(),
    /**
     * A consumer may read a chain several times, each time at another depth of blocks. 0: once blocks are final by the
     * chain's own rule.
     */
    depth: integer('depth').notNull().default(0),
    blockNumber: baseUnits('block_number').notNull(),
    blockHash: text('block_hash'),
    /** Solana and tagged chains: the last final block seen. */
    finalBlock: baseUnits('final_block'),
    /** The highest block that the consumer ever read. After a reorg, blocks up to it may be different ones. */
    highestBlock: baseUnits('highest_block').notNull().default(sql`0`),
    leaseOwner: text('lease_owner'),
    leaseUntil: utcTimestamp('lease_until'),
    fence: integer('fence').notNull().default(0),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.consumer, table.depth] })],
)

/** Hashes of the newest blocks that a consumer read. Where they differ from the chain's hashes, there was a reorg. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    consumer: text('consumer', { enum: CHAIN_CONSUMERS }).notNull(),
    depth: integer('depth').notNull().default(0),
    number: baseUnits('number').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.consumer, table.depth, table.number] })],
)
