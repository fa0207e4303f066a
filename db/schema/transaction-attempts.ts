import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ATTEMPT_OUTCOMES, ATTEMPT_REASONS } from '../../schemas/transactions/words'
import { baseUnits, businessId, bytes, createdAt, id, utcTimestamp } from '../columns'
import { chains } from './chains'
import { transactions } from './transactions'

/** Signed bytes, append only: written before every send, so a crash can only re-send what is stored. */
export const transactionAttempts = pgTable(
  'transaction_attempts',
  {
    id: id(),
    businessId: businessId(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    chainId: integer('chain_id').notNull(),
    fromAddress: text('from_address').notNull(),
    /** Null on Solana, where the blockhash bounds a transaction's life instead. */
    nonce: bigint('nonce', { mode: 'number' }),
    /** Solana: can be included up to this block height. */
    lastValidBlockHeight: baseUnits('last_valid_block_height'),
    /** Solana: the signature. */
    txHash: text('tx_hash').notNull(),
    rawTransaction: bytes('raw_transaction').notNull(),
    /**
     * Solana: the compute unit limit; the priority fee is in micro-lamports per unit, the maximum fee in lamports in
     * all.
     */
    gasLimit: baseUnits('gas_limit').notNull(),
    maxFeePerGas: baseUnits('max_fee_per_gas').notNull(),
    maxPriorityFeePerGas: baseUnits('max_priority_fee_per_gas').notNull(),
    /**
     * The highest fee that the first layer of an OP-stack chain can charge for these bytes, in addition to their gas.
     */
    l1FeeUnits: baseUnits('l1_fee_units').notNull().default(sql`0`),
    /**
     * `cancel` takes the nonce with a transfer of nothing to oneself; `resign` follows a proven expiry on Solana;
     * `found` was signed by a database that a restored backup knows nothing of, and read from the chain.
     */
    reason: text('reason', { enum: ATTEMPT_REASONS }).notNull().default('first'),
    /** The result of the last send: accepted, certainly rejected, or unknown. Unknown counts as possibly sent. */
    outcome: text('outcome', { enum: ATTEMPT_OUTCOMES }).notNull().default('unsent'),
    outcomeDetail: text('outcome_detail'),
    /** The response of each endpoint to the last send. */
    answers: jsonb('answers')
      .$type<{ endpoint: string; outcome: string; detail: string | null }[]>()
      .notNull()
      .default([]),
    sends: integer('sends').notNull().default(0),
    lastSentAt: utcTimestamp('last_sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('transaction_attempts_chain_hash_key').on(table.chainId, table.txHash),
    index('transaction_attempts_transaction_idx').on(table.transactionId),
    index('transaction_attempts_hash_idx').using('hash', table.txHash),
  ],
)

/**
 * Executions on Solana since a restored backup was made, by the id in the memo. The chain does not refuse a second
 * execution, so nothing with that id is signed again.
 */
export const foundExecutions = pgTable(
  'found_executions',
  {
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    intentId: uuid('intent_id').notNull(),
    txHash: text('tx_hash').notNull(),
    rawTransaction: bytes('raw_transaction').notNull(),
    landedAt: utcTimestamp('landed_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.intentId] })],
)
