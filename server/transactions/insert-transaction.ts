import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, preparedOnce } from '@/db/client'
import { transactions } from '@/db/schema'
import { ApiError, MESSAGES } from '@/server/errors'

/**
 * What acceptance writes; all else is the engine's. Numbers and times that may be null travel as text. Throws failed where the wallet
 * was deactivated meanwhile: no row then has its id.
 */
export async function insertTransaction(db: Database, row: Record<string, unknown>): Promise<void> {
  try {
    await insert(db, row)
  } catch (error) {
    if (lacksWallet(error)) throw new ApiError('failed', MESSAGES.walletInactive)
    throw error
  }
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
      walletId: sql`(select w.id from wallets w where w.id = ${sql.placeholder('walletId')} and w.is_active)`,
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
      valueUsdMicros: sql`${sql.placeholder('valueUsdMicros')}::numeric`,
      nativePriceE8: sql`${sql.placeholder('nativePriceE8')}::numeric`,
      priceAt: sql`${sql.placeholder('priceAt')}::timestamptz`,
      feeHoldMicros: sql.placeholder('feeHoldMicros'),
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
