import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, businessId, updatedAt, utcTimestamp } from '../columns'
import { chains } from './chains'
import { wallets } from './wallets'

/** A lane = one wallet on one chain: its nonce counter and the lease of its present process. */
export const lanes = pgTable(
  'lanes',
  {
    businessId: businessId(),
    chainId: integer('chain_id')
      .notNull()
      .references(() => chains.chainId),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallets.id),
    address: text('address').notNull(),
    /** Null until first synchronised with the chain. */
    nextNonce: bigint('next_nonce', { mode: 'number' }),
    leaseOwner: text('lease_owner'),
    leaseUntil: utcTimestamp('lease_until'),
    /** Grows with every take-over; each write of a drainer names the value it was given. */
    fence: integer('fence').notNull().default(0),
    /** The lane is not drained before this time: back-off after a fault, or waiting for gas. */
    notBefore: utcTimestamp('not_before'),
    blockedReason: text('blocked_reason'),
    /** The start of the quarantine for that reason, and the number of times in a row. */
    blockedSince: utcTimestamp('blocked_since'),
    blockedCount: integer('blocked_count').notNull().default(0),
    /**
     * Native units that the platform sent to the wallet for gas and that are not spent yet. The owner cannot move them.
     */
    gasFloatUnits: baseUnits('gas_float_units').notNull().default(sql`0`),
    /** The last top-up from the platform: a wallet that is short again soon gets twice as much. */
    lastTopUpUnits: baseUnits('last_top_up_units'),
    toppedUpAt: utcTimestamp('topped_up_at'),
    /** The delegate contract the wallet's account points to on this chain (EIP-7702), once that is mined. */
    delegatedTo: text('delegated_to'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.walletId] }),
    index('lanes_float_idx').on(table.chainId).where(sql`gas_float_units > 0`),
  ],
)
