import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { idempotencyKeys, type TransactionRow, transactions } from '@/db/schema'
import type { StoredAnswer } from '@/server/api/endpoint'
import { findChain } from '@/server/chains/registry'
import { inTenant, tenantStatements, workerCtx } from '@/server/ctx'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { testDatabase } from '@/server/testing/test-database'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet'
import type { Intent } from './intent'
import { newTransactionRow } from './new-transaction-row'
import { writeAcceptance } from './write-acceptance'

const CHAIN_ID = 84532
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** With each field that acceptance knows. */
async function fullRow(payer: Payer): Promise<TransactionRow> {
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the chain is a seed')
  const toAddress = '0x00000000000000000000000000000000000000AA'
  const intent: Intent = {
    type: 'SIGN',
    chain,
    from: payer.address,
    toAddress,
    tokenAddress: '0x00000000000000000000000000000000000000Bb',
    amountUnits: 2n ** 255n,
    decimals: 18,
    callData: '0xabcd',
    quote: {
      gasLimit: 2n ** 200n,
      feeHoldMicros: 3n,
      worstFeeUnits: null,
      sponsoredMicros: 4n,
      nativePriceE8: 5n,
      priceAt: new Date('2026-01-02T03:04:05.678Z'),
      valueUsdMicros: 6n,
    },
    effect: { toAddress, contract: null, selector: null },
    refusal: { error: 'Not sent: "it" \\ reverts', shortfall: { unit: 'ETH', needed: '2', available: '1' } },
    webhookUrl: 'https://a.example/hook?b=c,d',
    webhookSecret: 'secret',
    idempotencyKey: "it's, (1)",
    intentId: newId(),
  }
  const reservation = { shareId: newId(), micros: 4n, day: '2026-01-02' }
  return inTenant(payer, async (ctx) => {
    const wallet = await requireActiveWalletCached(ctx, { chainType: 'EVM', from: payer.address })
    return newTransactionRow(ctx, { id: newId(), intent, wallet, needsApproval: false, reservation })
  })
}

function claimOf(payer: Payer, row: TransactionRow): StoredAnswer {
  return {
    businessId: payer.businessId,
    projectId: payer.projectId,
    environment: 'live',
    operation: 'POST /v1/wallet/transaction/sign',
    key: `key ${row.id}`,
    fingerprint: 'f'.repeat(64),
    resourceId: row.id,
    responseStatus: 202,
    responseBody: { text: '{"a":"b,\\"c\\""}' },
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    completedAt: null,
  }
}

test('what is written is the row that was made, with the row of its idempotency key', async () => {
  const payer = await createPayer(0n)
  const row = await fullRow(payer)
  const kept = claimOf(payer, row)
  expect(await writeAcceptance(tenantStatements(), { row, hold: null, storedAnswer: kept })).toEqual({
    isCovered: true,
  })
  const { db } = workerCtx()
  expect(await db.select().from(transactions).where(eq(transactions.id, row.id))).toEqual([row])
  expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, kept.key))).toEqual([kept])
})
