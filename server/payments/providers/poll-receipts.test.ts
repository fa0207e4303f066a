import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { depositAccounts } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import {
  createPayer,
  HOUR_MS,
  openTopUp,
  pay,
  readPayment,
  receiptsOf,
} from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { pollReceipts } from './poll-receipts'
import type { FiatProvider } from './provider'
import { recordedMonnify } from './recorded-monnify.test-data'
import { startRecorded } from './recorded-world.test-data'
import { sandbox } from './sandbox'

openDatabase()
beforeAll(createPlatform)

/** A bank with the given answers. */
const bankThat = (listReceipts: FiatProvider['listReceipts']): FiatProvider => ({
  ...sandbox({ secret: 'any', baseUrl: 'http://127.0.0.1:9' }),
  listReceipts,
})

async function accountOf(id: string) {
  const [row] = await workerCtx().db.select().from(depositAccounts).where(eq(depositAccounts.id, id))
  if (!row) throw new Error('no account')
  return row
}

test('an account counts as polled since the start of the request, because money that arrives during it may be missing', async () => {
  const open = await openTopUp(await createPayer())
  const asked = new Date(open.expiryAt.getTime() - 1)
  let now = asked
  const slow = bankThat(async () => {
    now = new Date(open.expiryAt.getTime() + 1)
    return []
  })
  const account = await accountOf(open.accountIds[0])
  await pollReceipts({ ...workerCtx(), now: () => now }, slow, account)
  expect((await accountOf(account.id)).polledAt).toEqual(asked)
})

test('money without an owner is assigned once its bank names the account, and only once', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer)
  const account = await accountOf(open.accountIds[0])
  const paidAt = new Date(open.expiryAt.getTime() - HOUR_MS / 4)
  const txn = `nameless-${open.paymentId}`
  await pay({ accountId: null, units: 3_100_000n, paidAt, txn })
  expect(await receiptsOf(open.paymentId)).toEqual([])
  const money = { providerTxnId: txn, amountMinor: 3_100_000n, feeMinor: 0n, paidAt, status: 'paid' } as const
  const bank = bankThat(async () => [{ ...money, reference: account.reference }])
  await Promise.all([1, 2, 3].map(() => pollReceipts(workerCtx(), bank, account)))
  expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
  expect(await receiptsOf(open.paymentId)).toMatchObject([{ outcome: 'SETTLED', businessId: payer.businessId }])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('a fee for several transfers is booked exactly, however many arrive at once', async () => {
  const played = await startRecorded(recordedMonnify)
  try {
    const payer = await createPayer()
    const open = await openTopUp(payer)
    const account = await accountOf(open.accountIds[0])
    const customer = { name: 'Ada', email: 'ada@example.com' }
    const { reference, expiryAt } = account
    const owed = await unitsOf(null, 'NGN', 'psp.monnify')
    await played.provider.createOneTime({ reference, amountMinor: 3_100_000n, expiryAt, customer })
    const comes = (units: bigint, kept: bigint) => {
      played.pay(reference, units, new Date(expiryAt.getTime() - HOUR_MS / 4)).feeMinor = kept
    }
    const ask = () => pollReceipts(workerCtx(), played.provider, account)
    comes(1_000_001n, 5_007n)
    await ask()
    comes(33n, 0n)
    comes(2_000_000n, 235n)
    comes(99_966n, 11n)
    await Promise.all([ask(), ask()])
    expect((await receiptsOf(open.paymentId)).map(({ feeUnits }) => feeUnits)).toContain(5_007n)
    expect(owed - (await unitsOf(null, 'NGN', 'psp.monnify'))).toBe(3_100_000n - 5_253n)
    expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
    expect(await driftOf(payer)).toEqual([])
  } finally {
    await played.close()
  }
})
