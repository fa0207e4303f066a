import { beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { workerAt } from '@/server/payments/payment-world.test-data'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { advanceRefunds } from './advance-refunds'
import { askBack, readRefund } from './refund-world.test-data'
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
