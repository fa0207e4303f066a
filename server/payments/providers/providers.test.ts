import { afterEach, describe, expect, test, vi } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { ProviderIncomplete, ProviderInvalidAnswer, ProviderUnavailable } from './provider-error'
import { PAID_AT, playRecording, RECORDED_NAMES, RECORDINGS, REFERENCE } from './recordings.test-data'

Object.assign(process.env, testEnvironment('postgres://127.0.0.1/none'))

/** All providers fulfil one contract. */
describe.each(RECORDED_NAMES)('%s', (name) => {
  const recording = RECORDINGS[name]
  const recorded = playRecording(recording)
  const { open, receipts, account } = recorded
  afterEach(() => {
    vi.useRealTimers()
  })
  const sumOf = async () => (await receipts()).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const read = (raw: Uint8Array, headers: Record<string, string>) =>
    recorded.provider.readWebhook(raw, (header) => headers[header] ?? null)

  test('opens an account for exactly the amount, without receipts', async () => {
    const made = await open()
    expect(made).toMatchObject({ amountMinor: 100_020n, accountNumber: expect.stringMatching(/^\d{10}$/) })
    expect(made.bankName && made.bankCode && made.accountName).toBeTruthy()
    expect(recorded.world.accounts.get(REFERENCE)?.amountMinor).toBe(100_020n)
    expect(await receipts()).toEqual([])
    expect(recorded.complaints).toEqual([])
  })

  test('opening it again leads to the same payment', async () => {
    await open()
    const again = await open()
    recorded.pay(REFERENCE, 100_020n)
    expect(again.accountNumber).toMatch(/^\d{10}$/)
    expect(await sumOf()).toBe(100_020n)
  })

  test.each([
    ['exact', 100_020n],
    ['partial', 50_001n],
    ['over', 250_033n],
  ])('reports an %s transfer to the kobo', async (_, amountMinor) => {
    await open()
    recorded.pay(REFERENCE, amountMinor)
    const [receipt, ...more] = await receipts()
    expect(more).toEqual([])
    expect(receipt).toMatchObject({ amountMinor, reference: REFERENCE, paidAt: PAID_AT, status: 'paid' })
    expect(receipt?.feeMinor).toBe(name === 'cngn' ? 0n : 100n)
    expect(await receipts()).toEqual([receipt])
  })

  test.runIf(name !== 'paystack')('a second transfer is a second receipt, and the first keeps its name', async () => {
    await open()
    recorded.pay(REFERENCE, 50_010n)
    const [first] = await receipts()
    recorded.pay(REFERENCE, 50_010n)
    const both = await receipts()
    expect(both.map(({ providerTxnId }) => providerTxnId)).toContain(first?.providerTxnId)
    expect(new Set(both.map(({ providerTxnId }) => providerTxnId)).size).toBe(2)
    expect(await sumOf()).toBe(100_020n)
  })

  test('lists the receipts of all accounts, also a day later', async () => {
    await open()
    const late = recorded.pay(REFERENCE, 100_020n, new Date(PAID_AT.getTime() + 86_400_000))
    const span = { since: new Date('2026-05-03T00:00:00Z'), until: new Date('2026-05-06T00:00:00Z') }
    expect(await recorded.provider.listTransactions(span)).toMatchObject([
      { amountMinor: 100_020n, reference: REFERENCE, paidAt: late.paidAt },
    ])
    expect(recorded.complaints).toEqual([])
  })

  const SPAN = { since: new Date('2026-05-03T00:00:00Z'), until: new Date('2026-05-06T00:00:00Z') }
  async function payMany(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const reference = `SLP-many${number}`
      recorded.world.accounts.set(reference, { providerRef: `P-${number}`, amountMinor: 1_000n })
      recorded.pay(reference, 1_000n)
    }
  }

  test('lists all of 450 transactions, each once', async () => {
    await payMany(450)
    const listed = await recorded.provider.listTransactions(SPAN)
    expect(new Set(listed.map(({ reference }) => reference)).size).toBe(450)
    expect(listed).toHaveLength(450)
    expect(recorded.complaints).toEqual([])
  })

  test.runIf(name !== 'sandbox')('says loudly that it repeats a page and never ends, with what was read', async () => {
    await payMany(450)
    recorded.world.lie = 'more pages'
    const error = await recorded.provider.listTransactions(SPAN).catch((thrown: unknown) => thrown)
    if (!(error instanceof ProviderIncomplete)) throw new Error('the list seems to be whole')
    expect(error.message).toContain('repeats page 2')
    expect(error.receipts.length).toBeGreaterThan(0)
    expect(recorded.world.asked.length).toBeLessThan(4)
  })

  test.runIf(name !== 'sandbox' && name !== 'cngn')('says loudly that it lists fewer than it has', async () => {
    await payMany(1)
    recorded.world.lie = 'fewer rows'
    await expect(recorded.provider.listTransactions(SPAN)).rejects.toThrow('lists fewer transactions than it has')
  })

  test('reads its signed webhook, and five equal ones in any order as one event', async () => {
    await open()
    const [first, second] = [recorded.pay(REFERENCE, 1n), recorded.pay(REFERENCE, 2n)]
    const events = [second, first, first, second, first, first].map((transfer) => {
      const { raw, headers } = recording.webhook(transfer, account().providerRef)
      return read(raw, headers)
    })
    expect(new Set(events.map((event) => event?.eventKey)).size).toBe(2)
    for (const event of events) {
      expect(event?.kind).toBe('paid')
      expect(event?.reference ?? event?.providerRef).toBe(name === 'cngn' ? account().providerRef : REFERENCE)
    }
  })

  test('refuses a webhook that is forged, cut, signed with another key or not at all', async () => {
    await open()
    const { raw, headers } = recording.webhook(recorded.pay(REFERENCE, 1n), account().providerRef)
    const [header = '', signature = ''] = Object.entries(headers)[0] ?? []
    expect(read(raw, {})).toBeNull()
    expect(read(raw, { [header]: '' })).toBeNull()
    expect(read(raw, { [header]: `${signature}0` })).toBeNull()
    expect(read(raw, { [header]: signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBeNull()
    expect(read(raw.subarray(0, raw.length - 5), headers)).toBeNull()
  })

  test.runIf(recording.isSigned)('refuses the same written in other bytes', async () => {
    const { raw, headers } = recording.webhook(recorded.pay(REFERENCE, 1n), 'x')
    const other = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1))
    expect(read(other, headers)).toBeNull()
    expect(read(Buffer.concat([raw, Buffer.from(' ')]), headers)).toBeNull()
    expect(read(raw, headers)).not.toBeNull()
  })

  test.each(['reference', 'currency', 'amount'] as const)('rejects a receipt whose %s is wrong', async (lie) => {
    await open()
    recorded.pay(REFERENCE, 100_020n)
    recorded.world.lie = lie
    // cNGN lists all accounts together, so receipts of another account are filtered; it has only one currency.
    if (name === 'cngn' && lie !== 'amount') expect(await sumOf()).toBe(lie === 'reference' ? 0n : 100_020n)
    else await expect(receipts()).rejects.toBeInstanceOf(ProviderInvalidAnswer)
  })

  test('rejects an account for another amount or another payment', async () => {
    recorded.world.lie = 'amount'
    await expect(open()).rejects.toBeInstanceOf(ProviderInvalidAnswer)
    recorded.world.accounts.clear()
    recorded.world.lie = name === 'cngn' ? 'currency' : name === 'flutterwave' ? 'amount' : 'reference'
    await expect(open()).rejects.toBeInstanceOf(ProviderInvalidAnswer)
  })

  test.each(['down', 'busy', 'page', 'cut'] as const)(
    'is unavailable while %s, and available afterwards',
    async (fault) => {
      await open()
      recorded.pay(REFERENCE, 100_020n)
      recorded.world.fault = fault
      await expect(receipts()).rejects.toBeInstanceOf(ProviderUnavailable)
      recorded.world.fault = null
      expect(await sumOf()).toBe(100_020n)
    },
  )

  test('times out after five seconds, and is paused after three failures', async () => {
    await open()
    recorded.world.fault = 'silence'
    const started = Date.now()
    const failures = await Promise.allSettled([receipts(), receipts(), receipts()])
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(Date.now() - started).toBeLessThan(14_000)
    recorded.world.fault = null
    await expect(receipts()).rejects.toThrow('is paused')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(await receipts()).toEqual([])
  })

  test.each([
    ['30 seconds', () => '30'],
    ['a moment', () => new Date(Date.now() + 30_000).toUTCString()],
  ])('is paused for as long as its Retry-After asks: %s', async (_, after) => {
    await open()
    Object.assign(recorded.world, { fault: 'busy', busyHeaders: { 'retry-after': after() } })
    await expect(receipts()).rejects.toThrow('asks to retry after')
    recorded.world.fault = null
    const asked = recorded.world.asked.length
    await expect(receipts()).rejects.toThrow('is paused')
    expect(recorded.world.asked).toHaveLength(asked)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await receipts()).toEqual([])
  })
})
