import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { depositAccounts, paymentReceipts } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { listExceptions } from '@/server/exceptions/list-exceptions'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, openTopUp } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { getAnyPayment } from './get-any-payment'

openDatabase()
beforeAll(createPlatform)

const CHAIN_ID = 84_532
const CURRENCY = `${CHAIN_ID}:0x46C85152bFe9f96829aA94755D9f915F9B10EF5F` as const
const operator = anyOperator()

test('operators see token amounts in whole tokens with symbol and chain, everywhere', async () => {
  const payer = await createPayer()
  const { paymentId, accountIds } = await openTopUp(payer)
  const token = { kind: 'STABLECOIN', provider: 'chain', currency: CURRENCY, chainId: CHAIN_ID } as const
  await workerCtx()
    .db.update(depositAccounts)
    .set({ ...token, tokenSymbol: 'USDC', decimals: 6, peg: 'USD', expectedUnits: 20_000_000n })
    .where(eq(depositAccounts.paymentId, paymentId))
  const receipt = { id: newId(), businessId: payer.businessId, paymentId, accountId: accountIds[0], provider: 'chain' }
  await workerCtx()
    .db.insert(paymentReceipts)
    .values({
      ...{ ...receipt, providerTxnId: newId(), currency: CURRENCY, units: 12_345_678n, valueMinor: 0n },
      ...{ outcome: 'SUSPENSE', paidAt: new Date() },
    })
  const payment = await inOperatorReading(operator, (ctx) => getAnyPayment(ctx, { paymentId }))
  expect(payment.receipts).toMatchObject([{ amount: '12.345678', unit: 'USDC', leftNgn: '0' }])
  expect(payment.accounts).toMatchObject([{ token: { symbol: 'USDC', chainName: 'Base Sepolia' } }])
  const { items } = await inOperatorReading(operator, (ctx) => listExceptions(ctx, { page: 1 }))
  expect(items).toContainEqual(
    expect.objectContaining({ id: receipt.id, money: { amount: '12.345678', unit: 'USDC' } }),
  )
})
