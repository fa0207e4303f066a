import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, runText } from '@/db/client'
import { readerOf } from '@/db/reader'
import { idempotencyKeys, type TransactionRow, transactions, wallets } from '@/db/schema'
import type { KeptAnswer } from '@/server/api/endpoint'
import { pools } from '@/server/database/pools'
import { refusal } from '@/server/errors'
import { type Hold, holdJournal } from '@/server/ledger/hold'
import { type Posted, toPosted, toRows } from '@/server/ledger/post-journal'
import { requireWithinReach } from '@/server/wallets/binding'

type Acceptance = {
  row: TransactionRow
  /** Put aside in the same statement. */
  hold: Hold | null
  /** The row of the idempotency key, where the same statement is to write it. */
  kept: KeptAnswer | null
}

/** What acceptance knows of a row, and of the row of its idempotency key; the rest is the engine's, and null. */
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
] as const satisfies readonly (keyof KeptAnswer)[]

/** The parameters of `accept_transaction` by name, each with what reads it from an acceptance. */
const PARAMETERS: readonly { name: string; read: (accepted: Acceptance) => unknown }[] = [
  { name: 'hold', read: ({ hold }) => hold && toRows(holdJournal(hold)) },
  ...ROW_COLUMNS.map((key) => ({
    name: `new_${transactions[key].name}`,
    read: ({ row }: Acceptance) => row[key],
  })),
  ...CLAIM_COLUMNS.map((key) => ({
    name: `claim_${idempotencyKeys[key].name}`,
    read: ({ kept }: Acceptance) => kept?.[key],
  })),
]

const ACCEPT = `select accept_transaction(${PARAMETERS.map(({ name }, index) => `${name} => $${index + 1}`).join(', ')})::text as short`

/**
 * What acceptance writes; all else is the engine's. One statement (db/acceptance.sql), which also sets the tenant, so
 * that it needs no explicit transaction. Not covered, and nothing written, where the balance is short. Throws failed
 * where the wallet was deactivated meanwhile, forbidden where it was bound to another project: no row within reach then
 * has its id.
 */
export async function writeAcceptance(db: Database, accepted: Acceptance): Promise<Posted> {
  try {
    const values = PARAMETERS.map(({ read }) => encode(read(accepted)))
    const [answer] = await runText<{ short: string | null }>(db, ACCEPT, values)
    return toPosted(answer)
  } catch (error) {
    if (!lacksWallet(error)) throw error
    requireWithinReach(accepted.row, await readBinding(accepted.row))
    throw refusal('wallet_deactivated')
  }
}

/** As Postgres reads it. */
function encode(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return value as string | number | boolean // no column holds a function or a symbol
}

/**
 * Asked beside the transaction, which has failed. By a reader, which requests keep in use: a worker's connection may
 * have died unnoticed long ago, and the refusal would be a 503.
 */
async function readBinding({ businessId, walletId }: TransactionRow): Promise<{ boundProjectId: string | null }> {
  const [wallet] = await readerOf(pools().readers, businessId)
    .select({ boundProjectId: wallets.boundProjectId })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.id, walletId)))
  return wallet ?? { boundProjectId: null }
}

const missingWallet = z.object({ cause: z.object({ code: z.literal('23502'), column_name: z.literal('wallet_id') }) })

function lacksWallet(error: unknown): boolean {
  return missingWallet.safeParse(error).success
}
