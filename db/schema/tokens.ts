import { sql } from 'drizzle-orm'
import {
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
import { baseUnits, businessId, createdAt, id, moment, updatedAt } from '../columns'
import { chains } from './chains'
import { projects } from './projects'
import { wallets } from './wallets'

export const TOKEN_STATUSES = ['PENDING', 'ACTIVE', 'FAILED', 'PAUSED', 'MATURED', 'REDEEMED'] as const
export const PAYOUT_STATUSES = ['SCHEDULED', 'RECORDED', 'FUNDED', 'PAYING', 'PAID', 'DEFAULTED', 'CANCELED'] as const
export const OPERATION_KINDS = [
  'DEPLOY',
  'MINT',
  'BURN',
  'TRANSFER',
  'PAUSE',
  'UNPAUSE',
  'REGISTER',
  'REMOVE',
  'FREEZE',
  'PAY_COUPON',
  'CALL',
] as const
export const OPERATION_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const

/** What a yield-bearing token promises, as given at issue: decimals as text, days as `YYYY-MM-DD`. */
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
export type TokenDocument = { title: string; url: string }

const tokenId = () =>
  uuid('token_id')
    .notNull()
    .references(() => tokens.id)

/** Tokenized assets. Supply, holders and what is paused are what our index read of the chain. */
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
    /** Of the tokenAdmin. */
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    adminAddress: text('admin_address').notNull(),
    status: text('status', { enum: TOKEN_STATUSES }).notNull().default('PENDING'),
    ticker: text('ticker').notNull(),
    name: text('name').notNull(),
    /** Of one token, in fiat, times 10^6. */
    priceMicros: baseUnits('price_micros').notNull(),
    decimals: integer('decimals').notNull(),
    assetClass: text('asset_class').notNull(),
    tokenType: text('token_type', { enum: ['ASSET', 'YIELD_BEARING'] }).notNull(),
    /** 0: no limit, as the next two. */
    maxShareholders: integer('max_shareholders').notNull(),
    maxPerInvestorUnits: baseUnits('max_per_investor_units').notNull(),
    lockUpSeconds: integer('lock_up_seconds').notNull(),
    yieldParams: jsonb('yield_params').$type<StoredYieldParams>(),
    paymentSymbol: text('payment_symbol'),
    paymentDecimals: integer('payment_decimals'),
    /** Predicted before anything is sent; of Solana the mint. */
    contractAddress: text('contract_address').notNull(),
    salt: text('salt').notNull(),
    /** Its DEPLOY. */
    operationId: uuid('operation_id').notNull(),
    /** The UTC day of the block that deployed it. */
    issueDate: date('issue_date', { mode: 'string' }),
    deployedBlock: baseUnits('deployed_block'),
    totalSupplyUnits: baseUnits('total_supply_units').notNull().default(sql`0`),
    /** Investors that hold some; the tokenAdmin is none. */
    holderCount: integer('holder_count').notNull().default(0),
    documents: jsonb('documents').$type<TokenDocument[]>().notNull().default([]),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('tokens_contract_key').on(table.chainId, table.contractAddress),
    index('tokens_project_idx').on(table.businessId, table.projectId, table.createdAt, table.id, table.status),
    index('tokens_listed_idx').on(table.createdAt, table.id),
    index('tokens_yield_idx').on(table.status).where(sql`token_type = 'YIELD_BEARING'`),
  ],
)

/** Wallets a token knows: registered ones, and whatever holds some. */
export const tokenWallets = pgTable(
  'token_wallets',
  {
    tokenId: tokenId(),
    businessId: businessId(),
    address: text('address').notNull(),
    /** As the business calls the investor; null of the tokenAdmin and of what was registered by nobody here. */
    investorId: text('investor_id'),
    label: text('label').notNull().default(''),
    country: text('country').notNull().default(''),
    /** What the chain says, by our index. */
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
      .on(table.tokenId, table.balanceUnits.desc().nullsFirst(), table.address)
      .where(sql`balance_units > 0`),
    index('token_wallets_listed_idx').on(table.tokenId, table.createdAt, table.address),
    index('token_wallets_investor_idx').on(table.tokenId, table.investorKey),
  ],
)

/** What a wallet held from a block on, until its next row. */
export const tokenBalances = pgTable(
  'token_balances',
  {
    tokenId: tokenId(),
    businessId: businessId(),
    address: text('address').notNull(),
    blockNumber: baseUnits('block_number').notNull(),
    balanceUnits: baseUnits('balance_units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.address, table.blockNumber] })],
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
    blockTime: integer('block_time').notNull(),
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

/** Coupons, from index 1, and at index 0 the redemption once it is asked for. */
export const tokenPayouts = pgTable(
  'token_payouts',
  {
    id: id(),
    businessId: businessId(),
    tokenId: tokenId(),
    index: integer('index').notNull(),
    status: text('status', { enum: PAYOUT_STATUSES }).notNull().default('SCHEDULED'),
    periodStart: date('period_start', { mode: 'string' }).notNull(),
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
    recordDate: date('record_date', { mode: 'string' }).notNull(),
    payDate: date('pay_date', { mode: 'string' }).notNull(),
    graceEnd: date('grace_end', { mode: 'string' }).notNull(),
    dayNumerator: baseUnits('day_numerator').notNull(),
    dayDenominator: baseUnits('day_denominator').notNull(),
    ratePercent: text('rate_percent').notNull(),
    /** Payment units for each unit held. */
    rateNumerator: baseUnits('rate_numerator').notNull(),
    rateDenominator: baseUnits('rate_denominator').notNull(),
    /** As the chain recorded it: units held by investors at the record time, and what they are owed in all. */
    basisUnits: baseUnits('basis_units'),
    fundedUnits: baseUnits('funded_units').notNull().default(sql`0`),
    /** What reached holders or is set aside for them, and the units it was for. */
    paidUnits: baseUnits('paid_units').notNull().default(sql`0`),
    paidBasisUnits: baseUnits('paid_basis_units').notNull().default(sql`0`),
    /** That its default was told. */
    defaultedAt: moment('defaulted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('token_payouts_index_key').on(table.tokenId, table.index),
    index('token_payouts_due_idx').on(table.payDate).where(sql`status in ('SCHEDULED', 'RECORDED')`),
  ],
)

/** What one holder got of one payout: once, as the chain says. */
export const tokenPayoutLines = pgTable(
  'token_payout_lines',
  {
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => tokenPayouts.id),
    businessId: businessId(),
    tokenId: tokenId(),
    address: text('address').notNull(),
    units: baseUnits('units').notNull(),
    amountUnits: baseUnits('amount_units').notNull(),
    /** `OWED`: set aside in the contract, as the wallet is frozen or refused it. */
    state: text('state', { enum: ['PAID', 'OWED'] }).notNull(),
    txHash: text('tx_hash').notNull(),
    paidAt: moment('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.address] }),
    index('token_payout_lines_holder_idx').on(table.tokenId, table.address),
  ],
)

/** What somebody asked a token to do. Its steps are what is sent for it, its items what becomes of each line of a batch. */
export const tokenOperations = pgTable(
  'token_operations',
  {
    id: id(),
    businessId: businessId(),
    projectId: uuid('project_id').notNull(),
    tokenId: tokenId(),
    kind: text('kind', { enum: OPERATION_KINDS }).notNull(),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('PENDING'),
    /** What was asked, for the record: addresses and decimal amounts. */
    detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** Of a coupon or redemption. */
    payoutId: uuid('payout_id').references(() => tokenPayouts.id),
    error: text('error'),
    code: text('code'),
    webhookUrl: text('webhook_url'),
    webhookOwnSecret: boolean('webhook_own_secret').notNull().default(false),
    /** When its next wave is tried: refused only for the moment. */
    nextAttemptAt: moment('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    idempotencyKey: text('idempotency_key'),
    requestId: text('request_id'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('token_operations_token_idx').on(table.tokenId, table.createdAt, table.id),
    index('token_operations_open_idx').on(table.tokenId).where(sql`status = 'PENDING'`),
    index('token_operations_due_idx').on(table.nextAttemptAt).where(sql`status = 'PENDING'`),
    uniqueIndex('token_operations_payout_key').on(table.payoutId).where(sql`status = 'PENDING'`),
  ],
)

/** A call of an operation. Those of one wave are accepted together, once all of the wave before are done. */
export const tokenSteps = pgTable(
  'token_steps',
  {
    id: id(),
    businessId: businessId(),
    operationId: uuid('operation_id')
      .notNull()
      .references(() => tokenOperations.id),
    wave: integer('wave').notNull(),
    number: integer('number').notNull(),
    /** Who sends it: a wallet of the business. */
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    callData: text('call_data').notNull(),
    /** The first item it carries, and how many. */
    firstLine: integer('first_line').notNull().default(0),
    lineCount: integer('line_count').notNull().default(0),
    status: text('status', { enum: ['WAITING', 'OPEN', 'DONE', 'FAILED'] })
      .notNull()
      .default('WAITING'),
    transactionId: uuid('transaction_id'),
    txHash: text('tx_hash'),
    /** Of the block that holds it. */
    blockNumber: baseUnits('block_number'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('token_steps_number_key').on(table.operationId, table.number),
    uniqueIndex('token_steps_transaction_key').on(table.transactionId),
  ],
)

/** One line of a batch, and what became of it. */
export const tokenItems = pgTable(
  'token_items',
  {
    operationId: uuid('operation_id')
      .notNull()
      .references(() => tokenOperations.id),
    businessId: businessId(),
    line: integer('line').notNull(),
    address: text('address').notNull(),
    /** Of mints. */
    amountUnits: baseUnits('amount_units'),
    /** Of registrations. */
    investorId: text('investor_id'),
    status: text('status', { enum: OPERATION_STATUSES }).notNull().default('PENDING'),
    code: text('code'),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.line] })],
)
