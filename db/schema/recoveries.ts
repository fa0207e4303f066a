import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { RECOVERY_CAUSES } from '../../schemas/recovery/words'
import { createdAt, id, utcTimestamp } from '../columns'

/** One chain in the last snapshot of a recovery. */
export type ChainFinding = {
  chainId: number
  /**
   * `level`: every transaction that this platform signed and that is pending or mined has a row. `silent`: the chain
   * did not answer.
   */
  state: 'level' | 'ahead' | 'silent'
  /** Texts for operators. */
  detail: string
  /** On Solana: the block height up to which something that was sent before the recovery can still be included. */
  landsUntil?: number
}

/**
 * A transaction of one of our wallets that is on its chain without a row: its request was accepted after the backup.
 */
export type LostTransaction = {
  chainId: number
  hash: string
  fromAddress: string
  toAddress: string | null
  value: string
  nonce: number
  /** The signed bytes; missing in recoveries of earlier versions. */
  data?: string
  raw?: string
  gasLimit?: string
  maxFeePerGas?: string
  maxPriorityFeePerGas?: string
  /** The transaction with the same content that waits until an operator says whether it is this one. */
  heldId?: string | null
  /** The transactions that an operator marked as different from the ones on the chain. */
  otherIds?: string[]
}

/** Times in which the database may be older than its chains: nothing is signed or paid out until the row is left. */
export const recoveries = pgTable(
  'recoveries',
  {
    id: id(),
    cause: text('cause', { enum: RECOVERY_CAUSES }).notNull(),
    message: text('message').notNull(),
    findings: jsonb('findings').$type<ChainFinding[]>().notNull().default([]),
    /** By chain, the block up to which the engine had settled its transactions when the recovery began. */
    settledBlocks: jsonb('settled_blocks').$type<Record<string, string>>().notNull().default({}),
    /** By chain, the block up to which deposits were read when the recovery began. */
    depositsReadTo: jsonb('deposits_read_to').$type<Record<string, string>>().notNull().default({}),
    /** The first address index of wallets created after the restore; null before it is chosen. */
    firstIndex: integer('first_index'),
    lost: jsonb('lost').$type<LostTransaction[]>().notNull().default([]),
    lookedAt: utcTimestamp('looked_at'),
    enteredAt: createdAt(),
    leftAt: utcTimestamp('left_at'),
    /** The actor that ended it; `system:recovery` if every chain was level. */
    leftBy: text('left_by'),
  },
  () => [uniqueIndex('recoveries_open_key').on(sql`(left_at is null)`).where(sql`left_at is null`)],
)

/**
 * The Postgres that this database was in when a process last started. Another one means that it was restored or
 * promoted.
 */
export const databaseMarks = pgTable('database_marks', {
  /** Always 1: there is one row. */
  id: integer('id').primaryKey(),
  mark: text('mark').notNull(),
  notedAt: utcTimestamp('noted_at').notNull(),
})
