import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { createPayer, workerAt } from '@/server/payments/payment-world.test-data'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { byProof } from '@/server/testing/proof'
import { takeBackup } from '@/server/testing/restorable-database'
import { advanceRefunds } from './advance-refunds'
import { approveRefund, dropRefund } from './decide-refund'
import { askBack, asOperator, buy, readRefund } from './refund-world.test-data'
import { ScriptedProvider } from './scripted-provider.test-data'

const database = openDatabase()
beforeAll(createPlatform)
let bank: ScriptedProvider

/** Restores the backup as the live database. */
async function recover() {
  await enterRecovery(workerCtx(), { cause: 'restored', message: 'A backup was restored' })
  await endRecoveries()
}

const advance = (afterMs = 60_000) => advanceRefunds(workerAt(new Date(Date.now() + afterMs)), bank.provider)

for (const keepsRefundReference of [true, false]) {
  const kind = keepsRefundReference ? 'takes a reference once' : 'is searched for a reference'

  test(`a refund that a restored backup has as unsent is paid once by a provider that ${kind}`, async () => {
    bank = new ScriptedProvider(keepsRefundReference, () => 10n ** 12n)
    const { refundId } = await askBack({ receiptId: await lostReceipt(5n), kobo: 5n })
    const backup = await takeBackup(database.url)
    await advance()
    await backup.restore()
    await recover()
    await advance()
    expect(bank.made).toHaveLength(1)
    expect((await readRefund(refundId)).state).toBe('DONE')
  })

  test(`a refund that the backup lacks and an operator requests again is paid once by a provider that ${kind}`, async () => {
    bank = new ScriptedProvider(keepsRefundReference, () => 10n ** 12n)
    const receiptId = await lostReceipt(5n)
    const backup = await takeBackup(database.url)
    await askBack({ receiptId, kobo: 5n })
    await advance()
    await backup.restore()
    await recover()
    const { refundId } = await askBack({ receiptId, kobo: 5n })
    await advance()
    expect(bank.made).toHaveLength(1)
    expect((await readRefund(refundId)).state).toBe('DONE')
  })
}

/** Above the limit of one operator, so that a second one approves each part or drops it. */
const PART = 100_000_001n
const TOP_UP = { purpose: 'WALLET_TOPUP', amountUsd: 10_000_000_000n, description: '' } as const
const part = fc.record({ kobo: fc.constantFrom(PART, 2n * PART), isDropped: fc.boolean() })
const sequence = fc.array(part, { minLength: 2, maxLength: 3 }).chain((parts) => {
  const paid = parts.filter(({ isDropped }) => !isDropped).map(({ kobo }) => kobo)
  return fc.record({
    parts: fc.constant(parts),
    repeated: fc.shuffledSubarray(paid, { minLength: paid.length, maxLength: paid.length }),
  })
})
const SEQUENCES = [
  { parts: [PART, 2n * PART].map((kobo) => ({ kobo, isDropped: false })), repeated: [2n * PART, PART] },
  { parts: [true, false].map((isDropped) => ({ kobo: PART, isDropped })), repeated: [PART] },
  ...fc.sample(sequence, { seed: 11, numRuns: byProof(4, 300) }),
]

test('refunds of parts that are requested again in any order are paid once', async () => {
  bank = new ScriptedProvider(true, () => 10n ** 12n)
  const payer = await createPayer()
  const receipts: string[] = []
  for (const _ of SEQUENCES) receipts.push((await buy(payer, TOP_UP)).receiptId)
  const refund = async (at: number, { kobo, isDropped }: (typeof SEQUENCES)[number]['parts'][number]) => {
    const { refundId } = await askBack({ receiptId: receipts[at] ?? '', kobo })
    await asOperator<unknown>((ctx) =>
      isDropped ? dropRefund(ctx, { refundId, reason: 'not this one' }) : approveRefund(ctx, { refundId }),
    )
    await advance()
  }
  const backup = await takeBackup(database.url)
  for (const [at, { parts }] of SEQUENCES.entries()) for (const one of parts) await refund(at, one)
  const paid = bank.made.length
  await backup.restore()
  await recover()
  for (const [at, { repeated }] of SEQUENCES.entries())
    for (const kobo of repeated) await refund(at, { kobo, isDropped: false })
  expect(bank.made).toHaveLength(paid)
  expect(bank.paidMinor).toBe(SEQUENCES.flatMap(({ repeated }) => repeated).reduce((sum, kobo) => sum + kobo, 0n))
})
