import { describe, expect, test } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { ProviderInvalidAnswer, ProviderRefused } from './provider-error'
import { playRecording, RECORDED_NAMES, RECORDINGS, REFERENCE } from './recordings.test-data'

Object.assign(process.env, testEnvironment('postgres://127.0.0.1/none'))

describe.each(RECORDED_NAMES)('%s', (name) => {
  const recording = RECORDINGS[name]
  const recorded = playRecording(recording)
  const { open, receipts } = recorded

  test.runIf(recording.refunds)('gives back once for a reference, however often it is asked', async () => {
    await open()
    recorded.pay(REFERENCE, 100_020n)
    const [receipt] = await receipts()
    const request = {
      reference: 'REF-1',
      providerTxnId: receipt?.providerTxnId ?? '',
      amountMinor: 50_010n,
      reason: 'asked',
    }
    const { reference, providerTxnId } = request
    const asked = { reference, providerTxnId, providerRef: null }
    expect(await recorded.provider.getRefund(asked)).toMatchObject({
      state: 'UNKNOWN',
    })
    const { providerRef, state } = await recorded.provider.refund(request)
    expect(state).toBe('PROCESSING')
    await recorded.provider.refund(request)
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
    'a search that repeats a page and reports %s finds no refund missing',
    async (lie) => {
      await open()
      recorded.pay(REFERENCE, 100_020n)
      const providerTxnId = (await receipts())[0]?.providerTxnId ?? ''
      recorded.world.refunds.push({ id: '1', reference: 'REF-0', amountMinor: 1n, transferId: providerTxnId })
      recorded.world.lie = lie
      const asked = { reference: 'REF-1', providerTxnId, providerRef: null }
      await expect(recorded.provider.getRefund(asked)).rejects.toBeInstanceOf(ProviderInvalidAnswer)
      const request = { reference: 'REF-1', providerTxnId, amountMinor: 50_010n, reason: 'asked' }
      await expect(recorded.provider.refund(request)).rejects.toBeInstanceOf(ProviderInvalidAnswer)
      expect(recorded.world.refunds).toHaveLength(1)
      recorded.world.lie = null
      expect(await recorded.provider.getRefund(asked)).toMatchObject({ state: 'UNKNOWN' })
      expect(recorded.complaints).toEqual([])
    },
  )

  test.runIf(!recording.refunds)('says that it gives nothing back', async () => {
    const request = { reference: 'REF-1', providerTxnId: '1', amountMinor: 1n, reason: 'asked' }
    await expect(recorded.provider.refund(request)).rejects.toBeInstanceOf(ProviderRefused)
  })
})
