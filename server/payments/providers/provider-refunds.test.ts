import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { closeBreakers } from './breaker'
import { ProviderNonsense, ProviderRefused } from './provider-error'
import { recordedCngn } from './recorded-cngn.test-data'
import { recordedFlutterwave } from './recorded-flutterwave.test-data'
import { recordedMonnify } from './recorded-monnify.test-data'
import { recordedPaystack } from './recorded-paystack.test-data'
import { recordedSandbox } from './recorded-sandbox.test-data'
import { startRecorded } from './recorded-world.test-data'

Object.assign(process.env, testEnvironment('postgres://127.0.0.1/none'))

const RECORDINGS = [
  ['monnify', recordedMonnify],
  ['paystack', recordedPaystack],
  ['flutterwave', recordedFlutterwave],
  ['cngn', recordedCngn],
  ['sandbox', recordedSandbox],
] as const
const REFERENCE = 'SLP-0193aQ'
const CUSTOMER = { name: 'Ada', email: 'ada@example.com' }

describe.each(RECORDINGS)('%s', (name, recording) => {
  let recorded: Awaited<ReturnType<typeof startRecorded>>
  beforeEach(async () => {
    closeBreakers()
    recorded = await startRecorded(recording)
  })
  afterEach(() => recorded.close())
  const open = () =>
    recorded.provider.createOneTime({
      reference: REFERENCE,
      amountMinor: 100_020n,
      expiryAt: new Date(Date.now() + 1_800_000),
      customer: CUSTOMER,
    })
  const receipts = () =>
    recorded.provider.listReceipts({
      reference: REFERENCE,
      providerRef: recorded.world.accounts.get(REFERENCE)?.providerRef ?? '',
      openedAt: new Date('2026-05-04T10:00:00.000Z'),
    })

  test.runIf(recording.refunds)('gives back once for a reference, however often it is asked', async () => {
    await open()
    recorded.pay(REFERENCE, 100_020n)
    const [receipt] = await receipts()
    const wish = {
      reference: 'REF-1',
      providerTxnId: receipt?.providerTxnId ?? '',
      amountMinor: 50_010n,
      reason: 'asked',
    }
    const { reference, providerTxnId } = wish
    const asked = { reference, providerTxnId, providerRef: null }
    expect(await recorded.provider.getRefund(asked)).toMatchObject({
      state: 'UNKNOWN',
    })
    const { providerRef, state } = await recorded.provider.refund(wish)
    expect(state).toBe('PROCESSING')
    await recorded.provider.refund(wish)
    expect(recorded.world.refunds.map(({ amountMinor }) => amountMinor)).toEqual([50_010n])
    expect(await recorded.provider.getRefund({ ...asked, providerRef })).toEqual({
      state: 'DONE',
      providerRef,
    })
    expect(await recorded.provider.getRefund(asked)).toMatchObject({
      state: 'DONE',
    })
    expect(recorded.complaints).toEqual([])
  })

  test.runIf(name === 'paystack' || name === 'flutterwave').each(['more pages', 'no pages'] as const)(
    'a search that repeats a page and tells %s finds no refund missing',
    async (lie) => {
      await open()
      recorded.pay(REFERENCE, 100_020n)
      const providerTxnId = (await receipts())[0]?.providerTxnId ?? ''
      recorded.world.refunds.push({ id: '1', reference: 'REF-0', amountMinor: 1n, transferId: providerTxnId })
      recorded.world.lie = lie
      const asked = { reference: 'REF-1', providerTxnId, providerRef: null }
      await expect(recorded.provider.getRefund(asked)).rejects.toBeInstanceOf(ProviderNonsense)
      const wish = { reference: 'REF-1', providerTxnId, amountMinor: 50_010n, reason: 'asked' }
      await expect(recorded.provider.refund(wish)).rejects.toBeInstanceOf(ProviderNonsense)
      expect(recorded.world.refunds).toHaveLength(1)
      recorded.world.lie = null
      expect(await recorded.provider.getRefund(asked)).toMatchObject({ state: 'UNKNOWN' })
      expect(recorded.complaints).toEqual([])
    },
  )

  test.runIf(!recording.refunds)('says that it gives nothing back', async () => {
    const wish = { reference: 'REF-1', providerTxnId: '1', amountMinor: 1n, reason: 'asked' }
    await expect(recorded.provider.refund(wish)).rejects.toBeInstanceOf(ProviderRefused)
  })
})
