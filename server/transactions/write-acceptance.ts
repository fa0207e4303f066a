import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, runText } from '@/db/client'
import { readerOf } from '@/db/reader'
import { idempotencyKeys, type TransactionRow, transactions, wallets } from '@/db/schema'
import { blockedText } from '@/schemas/screening/words'
import type { StoredAnswer } from '@/server/api/endpoint'
import { pools } from '@/server/database/pools'
import { refusal } from '@/server/errors'
import { type Hold, holdJournal } from '@/server/ledger/holds'
import { type Posted, toPosted, toRows } from '@/server/ledger/post-journals'
import { findBlocked } from '@/server/screening/find-blocked'
import { recipientsOf } from '@/server/screening/recipients-of'
import { requireWithinReach } from '@/server/wallets/binding'

type Acceptance = {
  row: TransactionRow
  /** The hold that the same statement makes. */
  hold: Hold | null
  /** The row of the idempotency key, if the same statement writes it. */
  storedAnswer: StoredAnswer | null
}

/**
 * The columns that acceptance writes of a transaction, and below of its idempotency key. The engine writes the others,
 * which are null at first.
 */
const ROW_COLUMNS = [
  'id',
  'businessId',
  'projectId',
  'walletId',
  'laneWalletId',
  'type',
  'chainType',
  'network',
  'chainId',
  'signerType',
  'fromAddress',
  'addressIndex',
  'toAddress',
  'tokenAddress',
  'callData',
  'gasLimit',
  'amountUnits',
  'decimals',
  'status',
  'stage',
  'error',
  'shortfall',
  'valueUsdMicros',
  'nativePriceE8',
  'priceAt',
  'feeHoldMicros',
  'gasShareId',
  'gasShareMicros',
  'gasBudgetDay',
  'gasBudgetMicros',
  'webhookUrl',
  'webhookOwnSecret',
  'idempotencyKey',
  'intentId',
  'reference',
  'referenceFingerprint',
  'metadata',
  'batchId',
  'declaredFunction',
  'sweepRuleId',
  'sweepTrigger',
  'requestId',
  'traceContext',
  'createdAt',
  'updatedAt',
  'finalAt',
] as const satisfies readonly (keyof TransactionRow)[]
const CLAIM_COLUMNS = [
  'environment',
  'operation',
  'key',
  'fingerprint',
  'resourceId',
  'responseStatus',
  'responseBody',
  'createdAt',
  'completedAt',
] as const satisfies readonly (keyof StoredAnswer)[]

/** The parameters of `accept_transaction` by name, each with a function that reads it from an acceptance. */
const PARAMETERS: readonly { name: string; read: (accepted: Acceptance) => unknown }[] = [
  { name: 'hold', read: ({ hold }) => hold && toRows([holdJournal(hold)]) },
  ...ROW_COLUMNS.map((key) => ({
    name: `new_${transactions[key].name}`,
    read: ({ row }: Acceptance) => row[key],
  })),
  ...CLAIM_COLUMNS.map((key) => ({
    name: `claim_${idempotencyKeys[key].name}`,
    read: ({ storedAnswer }: Acceptance) => storedAnswer?.[key],
  })),
  { name: 'screened', read: ({ row }) => recipientsOf(row) },
]

const ACCEPT = `select accept_transaction(${PARAMETERS.map(({ name }, index) => `${name} => $${index + 1}`).join(', ')})::text as short`

/**
 * Writes everything that acceptance stores in one statement (db/acceptance.sql), which also sets the tenant, so that it
 * needs no explicit transaction. If the balance is short, the result is not covered and nothing is written. Throws
 * failed if the wallet was deactivated meanwhile, forbidden if it was bound to another project: no row within reach
 * then has its id. Throws failed (`address_blocked`) if it names a blocked address.
 */
export async function writeAcceptance(db: Database, accepted: Acceptance): Promise<Posted> {
  try {
    const values = PARAMETERS.map(({ read }) => encode(read(accepted)))
    const [answer] = await runText<{ short: string | null }>(db, ACCEPT, values)
    return toPosted(answer)
  } catch (error) {
    if (isBlocked(error)) throw await blockedRefusal(accepted.row)
    if (!lacksWallet(error)) throw error
    requireWithinReach(accepted.row, await readBinding(accepted.row))
    throw refusal('wallet_deactivated')
  }
}

/** Encodes a value for Postgres. */
function encode(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return value as string | number | boolean // no column holds a function or a symbol
}

/**
 * Reads the wallet outside the transaction, which has failed. It uses a reader's connection, because requests keep
 * those in use. A worker's connection may have died unnoticed, and the refusal would become a 503.
 */
async function readBinding({ businessId, walletId }: TransactionRow): Promise<{ boundProjectId: string | null }> {
  const [wallet] = await readerOf(pools().readers, businessId)
    .select({ boundProjectId: wallets.boundProjectId })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.id, walletId)))
  return wallet ?? { boundProjectId: null }
}

const missingWallet = z.object({ cause: z.object({ code: z.literal('23502'), column_name: z.literal('wallet_id') }) })

const blockedAddress = z.object({ cause: z.object({ code: z.literal('SW001') }) })

function isBlocked(error: unknown): boolean {
  return blockedAddress.safeParse(error).success
}

/** Reads the blocked address outside the transaction, which has failed. */
async function blockedRefusal(row: TransactionRow): Promise<Error> {
  const { businessId, toAddress } = row
  const db = readerOf(pools().readers, businessId)
  const [address = toAddress] = await findBlocked({ db, businessId }, recipientsOf(row))
  return refusal('address_blocked', { message: blockedText(address) })
}

function lacksWallet(error: unknown): boolean {
  return missingWallet.safeParse(error).success
}
