import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businessId, bytes, createdAt, id } from '../columns'
import { wallets } from './wallets'

/**
 * Every signature of a separate signer process: written when it is made, and never changed. A nonce has one first form,
 * so that no second transaction is signed under it.
 */
export const signatures = pgTable(
  'signatures',
  {
    /** For a transaction: the id of its attempt. */
    id: id(),
    businessId: businessId(),
    /** Null if `requestId` has the signed content. */
    transactionId: uuid('transaction_id'),
    requestId: uuid('request_id').references(() => signingRequests.id),
    /** Null for a message that names no chain. */
    chainId: integer('chain_id'),
    /** The address of the signing key; if two sign on Solana, the sender's. */
    address: text('address').notNull(),
    nonce: bigint('nonce', { mode: 'number' }),
    /** The signature, on Solana and for messages. */
    txHash: text('tx_hash').notNull(),
    reason: text('reason', { enum: ['first', 'bump', 'cancel', 'resign', 'found', 'request'] }).notNull(),
    /** The login of the process that signed. */
    signedBy: text('signed_by').notNull().default(sql`session_user`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('signatures_one_first_key')
      .on(table.chainId, table.address, table.nonce)
      .where(sql`reason = 'first' and nonce is not null`),
    index('signatures_transaction_idx').on(table.transactionId),
  ],
)

/**
 * Content that a caller has signed without sending it: a Solana transaction, or a message. It is stored as received,
 * since no chain has it. The process that signs reads it from here.
 */
export const signingRequests = pgTable('signing_requests', {
  id: id(),
  businessId: businessId(),
  projectId: uuid('project_id'),
  walletId: uuid('wallet_id')
    .notNull()
    .references(() => wallets.id),
  kind: text('kind', { enum: ['transaction', 'message'] })
    .notNull()
    .default('transaction'),
  /** Null for a message that names no chain. */
  chainId: integer('chain_id'),
  /** The transaction; for a message the request (`messageInput`), as JSON. */
  serialized: bytes('serialized').notNull(),
  requestedBy: text('requested_by').notNull(),
  createdAt: createdAt(),
})
