import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SWEEP_TRIGGERS } from '../../schemas/sweeps/words'
import { TRANSACTION_STAGES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../schemas/transactions/words'
import { baseUnits, businessId, createdAt, id, metadataIndex, updatedAt, usdMicros, utcTimestamp } from '../columns'
import { chains } from './chains'
import { wallets } from './wallets'

/**
 * An accepted intent (spec 2.1). The request that accepts it writes it once; afterwards only the engine changes it, by
 * conditional updates. The rows in stage `queued` are the queue of a lane. The stage before that is
 * `awaiting_approval`.
 */
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id'),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    /**
     * The wallet whose nonce it uses: the sending wallet, or a relayer (null until one is assigned). On Solana the
     * sending wallet.
     */
    laneWalletId: uuid('lane_wallet_id'),
    /** Address of that lane, known once signed. */
    senderAddress: text('sender_address'),
    type: text('type', {
      enum: TRANSACTION_TYPES,
    }).notNull(),
    chainType: text('chain_type', { enum: ['EVM', 'SOLANA'] }).notNull(),
    network: text('network', { enum: ['MAINNET', 'TESTNET'] }).notNull(),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    signerType: text('signer_type', { enum: ['BUSINESS_HD', 'PLATFORM'] }).notNull(),
    fromAddress: text('from_address').notNull(),
    addressIndex: integer('address_index').notNull(),
    toAddress: text('to_address').notNull(),
    /** Null for a native transfer. */
    tokenAddress: text('token_address'),
    /** Hex calldata of a SIGN, a DEPLOY or a TOKEN_OPERATION; the engine encodes a TRANSFER itself. */
    callData: text('call_data'),
    /** The function that its caller declared, in one line of Solidity; null if the caller sent calldata. */
    declaredFunction: text('declared_function'),
    /** Queried from the chain at acceptance; null if the engine finds it (transfers). */
    gasLimit: baseUnits('gas_limit'),
    amountUnits: baseUnits('amount_units').notNull(),
    /** Decimals of the moved asset, to write the amount in major units. */
    decimals: integer('decimals').notNull(),
    status: text('status', { enum: TRANSACTION_STATUSES }).notNull().default('PENDING'),
    stage: text('stage', { enum: TRANSACTION_STAGES }).notNull().default('queued'),
    nonce: bigint('nonce', { mode: 'number' }),
    txHash: text('tx_hash'),
    blockNumber: baseUnits('block_number'),
    blockHash: text('block_hash'),
    /** Whether the call succeeded, by the mined receipt. */
    receiptSucceeded: boolean('receipt_succeeded'),
    gasUsed: baseUnits('gas_used'),
    feeWei: baseUnits('fee_wei'),
    error: text('error'),
    /** The needed and the available amount, in whole units, if the transaction failed for lack of it. */
    shortfall: jsonb('shortfall').$type<{ unit: string; needed: string; available: string }>(),
    /** The value that it moves, in micro-dollars at the price of its acceptance; null without a price. */
    valueUsdMicros: usdMicros('value_usd_micros'),
    /** USD of one whole native coin, times 10^8, at `priceAt`: the rate its gas is held and settled at. */
    nativePriceE8: baseUnits('native_price_e8'),
    priceAt: utcTimestamp('price_at'),
    /** The hold for gas in the business's USD balance; 0 if the platform pays. */
    feeHoldMicros: usdMicros('fee_hold_micros').notNull().default(sql`0`),
    /** Charged for gas once it ended. */
    feeChargedMicros: usdMicros('fee_charged_micros'),
    /**
     * The customer's transaction that a top-up or a delegation of the platform was made for. That transaction is
     * charged the cost.
     */
    servedTransactionId: uuid('served_transaction_id'),
    /** The share of the daily budget that it was accepted from, and the amount; null if the business pays. */
    gasShareId: uuid('gas_share_id'),
    gasShareMicros: usdMicros('gas_share_micros'),
    /**
     * The UTC day that its sponsored gas counts for, and what is reserved there; its cost to the platform is in
     * `gas_budget_costs`.
     */
    gasBudgetDay: date('gas_budget_day', { mode: 'string' }),
    gasBudgetMicros: usdMicros('gas_budget_micros').notNull().default(sql`0`),
    cancelRequestedAt: utcTimestamp('cancel_requested_at'),
    speedUpRequestedAt: utcTimestamp('speed_up_requested_at'),
    /** The reason why a person must check it: the engine cannot prove an outcome. */
    needsOperator: text('needs_operator'),
    webhookUrl: text('webhook_url'),
    /** The request had its own `webhookSecret`, which is in process memory only. */
    webhookOwnSecret: boolean('webhook_own_secret').notNull().default(false),
    idempotencyKey: text('idempotency_key'),
    /**
     * The id its execution has on chain (operation nonce and event, memo), made from the idempotency key. The chain
     * refuses a repetition even after a restored backup has forgotten it. Null: the row's id. It is unique because the
     * key is, which the same transaction uses up: an index of it would be written at each step and read by nothing.
     */
    intentId: uuid('intent_id'),
    /** The customer's reference: unique among those of its project and type. */
    reference: text('reference'),
    /** The batch of a customer in which it was accepted. */
    batchId: uuid('batch_id'),
    /** The rule that made a sweep, and the cause for which the rule checked the wallet. */
    sweepRuleId: uuid('sweep_rule_id'),
    sweepTrigger: text('sweep_trigger', { enum: SWEEP_TRIGGERS }),
    /** The fingerprint of the request with the reference: another request under it is refused. */
    referenceFingerprint: text('reference_fingerprint'),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    requestId: text('request_id'),
    /**
     * The span of its acceptance (W3C `traceparent`), to which the spans of its processing belong; null if nothing
     * is traced.
     */
    traceContext: text('trace_context'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    signedAt: utcTimestamp('signed_at'),
    broadcastAt: utcTimestamp('broadcast_at'),
    minedAt: utcTimestamp('mined_at'),
    finalAt: utcTimestamp('final_at'),
  },
  (table) => [
    index('transactions_history_idx').on(table.businessId, table.createdAt, table.id),
    index('transactions_queue_idx')
      .on(table.chainId, table.laneWalletId, table.createdAt, table.id)
      .where(sql`stage = 'queued' and status = 'PENDING'`),
    // Used by the search of support: the transactions to an address.
    index('transactions_recipient_idx').on(table.toAddress, table.id),
    index('transactions_spend_idx').on(table.projectId, table.createdAt).where(sql`value_usd_micros is not null`),
    index('transactions_open_idx').on(table.chainId, table.stage, table.id).where(sql`status = 'PENDING'`),
    uniqueIndex('transactions_one_top_up_key')
      .on(table.chainId, table.toAddress)
      .where(sql`type = 'GAS_TOPUP' and status = 'PENDING'`),
    uniqueIndex('transactions_one_float_return_key')
      .on(table.chainId, table.walletId)
      .where(sql`type = 'FLOAT_RETURN' and status = 'PENDING'`),
    index('transactions_sweep_rule_idx').on(table.sweepRuleId, table.id).where(sql`sweep_rule_id is not null`),
    // For the transactions that a wallet sent after a block.
    index('transactions_landed_idx')
      .on(table.walletId, table.chainId, table.blockNumber)
      .where(sql`block_number is not null`),
    index('transactions_batch_idx').on(table.batchId).where(sql`batch_id is not null`),
    uniqueIndex('transactions_reference_key')
      .on(table.projectId, table.type, table.reference)
      .where(sql`reference is not null`),
    // Used by the search of support.
    index('transactions_reference_idx').on(table.reference).where(sql`reference is not null`),
    metadataIndex('transactions_metadata_idx', table),
    index('transactions_served_idx').on(table.servedTransactionId).where(sql`served_transaction_id is not null`),
    uniqueIndex('transactions_one_delegation_key')
      .on(table.chainId, table.toAddress)
      .where(sql`type = 'DELEGATE' and status = 'PENDING'`),
    index('transactions_delegations_idx').on(table.chainId, table.toAddress).where(sql`type = 'DELEGATE'`),
    uniqueIndex('transactions_chain_sender_nonce_key')
      .on(table.chainId, table.senderAddress, table.nonce)
      .where(sql`nonce is not null`),
  ],
)
export type TransactionRow = typeof transactions.$inferSelect
