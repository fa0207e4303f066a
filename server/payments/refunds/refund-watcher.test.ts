import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runWatchers } from '@/server/alarms/run-watchers'
import { MS_PER_DAY } from '@/server/durations'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { workerAt } from '@/server/payments/payment-world.test-data'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { advanceRefunds } from './advance-refunds'
import { dropRefund } from './decide-refund'
import { refundWatcher } from './refund-watcher'
import { askBack, asOperator, readRefund } from './refund-world.test-data'
import { ScriptedProvider } from './scripted-provider.test-data'

openDatabase()
beforeAll(createPlatform)

let bank: ScriptedProvider
let now: Date
beforeEach(async () => {
  bank = new ScriptedProvider(true, () => 10n ** 12n)
  now = new Date(Date.now() + 60_000)
})

async function begun(mood: ScriptedProvider['mood']) {
  const receiptId = await lostReceipt(5n)
  const { refundId } = await askBack({ receiptId, kobo: 5n })
  bank.mood = mood
  await advanceRefunds(workerAt(now), bank.provider)
  return { receiptId, refundId, reference: (await readRefund(refundId)).reference }
}

/** The alarms about a refund after this time. */
async function ringsOf(reference: string, afterMs = 0): Promise<string[]> {
  await runWatchers(workerAt(new Date(now.getTime() + afterMs)), [refundWatcher])
  expect((await refundWatcher.findCauses(workerAt(new Date(now.getTime() + afterMs)))).length).toBe(
    (await alarmedOf('refund_waiting')).length,
  )
  const causes = await refundWatcher.findCauses(workerAt(new Date(now.getTime() + afterMs)))
  return causes.filter(({ subject }) => subject === reference).map(({ message }) => message)
}

test('a refund that needs details has an alarm until it is dropped', async () => {
  const { refundId, reference } = await begun('asks')
  expect(await ringsOf(reference)).toEqual([expect.stringContaining('₦0.05 through sandbox wait until')])
  await asOperator((ctx) => dropRefund(ctx, { refundId, reason: 'paid another way' }))
  expect(await ringsOf(reference)).toEqual([])
})

test('a refund that its provider could not pay has an alarm for a week, or until it is requested again', async () => {
  const { receiptId, reference } = await begun('refuses')
  expect(await ringsOf(reference)).toEqual([expect.stringContaining('could not be refunded')])
  expect(await ringsOf(reference, 8 * MS_PER_DAY)).toEqual([])
  await askBack({ receiptId, kobo: 5n })
  expect(await ringsOf(reference)).toEqual([])
})

test('a refund in progress has an alarm after three days, until it is done', async () => {
  const { refundId, reference } = await begun('begins')
  expect(await ringsOf(reference, 2 * MS_PER_DAY)).toEqual([])
  expect(await ringsOf(reference, 4 * MS_PER_DAY)).toEqual([expect.stringContaining('in progress since')])
  bank.payAll()
  now = new Date(now.getTime() + 4 * MS_PER_DAY)
  await advanceRefunds(workerAt(now), bank.provider)
  expect((await readRefund(refundId)).state).toBe('DONE')
  expect(await ringsOf(reference, 4 * MS_PER_DAY)).toEqual([])
})
