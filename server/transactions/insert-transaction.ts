import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, preparedOnce } from '@/db/client'
import { readerOf } from '@/db/reader'
import type { TransactionRow } from '@/db/schema'
import { transactions, wallets } from '@/db/schema'
import { refusal } from '@/server/errors'
import { pools } from '@/server/pools'
import { requireWithinReach } from '@/server/wallets/binding'

/**
 * What acceptance writes; all else is the engine's. Throws failed where the wallet was deactivated meanwhile, forbidden where it was bound
 * to another project: no row within reach then has its id.
 */
export async function insertTransaction(db: Database, row: TransactionRow): Promise<void> {
  try {
    await insert(db, storable(row))
  } catch (error) {
    if (!lacksWallet(error)) throw error
    requireWithinReach(row, await readBinding(row))
    throw refusal('wallet_deactivated')
  }
}

/** Values of the prepared statement: those it casts itself, as text. */
function storable(row: TransactionRow): Record<string, unknown> {
  return {
    ...row,
    gasLimit: row.gasLimit?.toString() ?? null,
    valueUsdMicros: row.valueUsdMicros?.toString() ?? null,
    nativePriceE8: row.nativePriceE8?.toString() ?? null,
    priceAt: row.priceAt?.toISOString() ?? null,
    finalAt: row.finalAt?.toISOString() ?? null,
    shortfall: row.shortfall && JSON.stringify(row.shortfall),
    gasShareMicros: row.gasShareMicros?.toString() ?? null,
  }
}

/**
 * Asked beside the transaction, which has failed. By a reader, which requests keep in use: a worker's connection may have died unnoticed
 * long ago, and the refusal would be a 503.
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

const insert = preparedOnce((db) =>
  db
    .insert(transactions)
    .values({
      id: sql.placeholder('id'),
      businessId: sql.placeholder('businessId'),
      projectId: sql.placeholder('projectId'),
      walletId: sql`(select w.id from wallets w where w.id = ${sql.placeholder('walletId')} and w.is_active
        and (w.bound_project_id is null or w.bound_project_id = ${sql.placeholder('projectId')}::uuid))`,
      laneWalletId: sql.placeholder('laneWalletId'),
      type: sql.placeholder('type'),
      chainType: sql.placeholder('chainType'),
      network: sql.placeholder('network'),
      chainId: sql.placeholder('chainId'),
      signerType: sql.placeholder('signerType'),
      fromAddress: sql.placeholder('fromAddress'),
      addressIndex: sql.placeholder('addressIndex'),
      toAddress: sql.placeholder('toAddress'),
      tokenAddress: sql.placeholder('tokenAddress'),
      callData: sql.placeholder('callData'),
      gasLimit: sql`${sql.placeholder('gasLimit')}::numeric`,
      amountUnits: sql.placeholder('amountUnits'),
      decimals: sql.placeholder('decimals'),
      status: sql.placeholder('status'),
      stage: sql.placeholder('stage'),
      error: sql.placeholder('error'),
      shortfall: sql`${sql.placeholder('shortfall')}::text::jsonb`,
      valueUsdMicros: sql`${sql.placeholder('valueUsdMicros')}::numeric`,
      nativePriceE8: sql`${sql.placeholder('nativePriceE8')}::numeric`,
      priceAt: sql`${sql.placeholder('priceAt')}::timestamptz`,
      feeHoldMicros: sql.placeholder('feeHoldMicros'),
      gasShareId: sql.placeholder('gasShareId'),
      gasShareMicros: sql`${sql.placeholder('gasShareMicros')}::numeric`,
      gasBudgetDay: sql.placeholder('gasBudgetDay'),
      gasBudgetMicros: sql.placeholder('gasBudgetMicros'),
      webhookUrl: sql.placeholder('webhookUrl'),
      webhookOwnSecret: sql.placeholder('webhookOwnSecret'),
      idempotencyKey: sql.placeholder('idempotencyKey'),
      requestId: sql.placeholder('requestId'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
      finalAt: sql`${sql.placeholder('finalAt')}::timestamptz`,
    })
    .prepare('accept-transaction'),
)
