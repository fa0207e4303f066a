import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { depositAccounts, providerEvents } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { createPayer, openTopUp, readPayment, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { closeBreakers } from './breaker'
import { listProviders } from './list-providers'
import { listReconciliations } from './list-reconciliations'
import { pollProviders } from './poll-providers'
import { providerWatcher } from './provider-watcher'
import { reconcileProvider } from './reconciliation/reconcile-provider'
import { startRecorded } from './recorded-world.test-data'
import { RECORDED_NAMES, RECORDINGS, type RecordedName } from './recordings.test-data'

const OPERATOR = anyOperator()
const ASKED = 3_100_000n
const DAY_MS = 86_400_000
const db = () => workerCtx().db

openDatabase()
let played: Record<RecordedName, Awaited<ReturnType<typeof startRecorded>>>
let doors: Awaited<ReturnType<typeof openDoors>>

beforeAll(async () => {
  const all = await Promise.all(RECORDED_NAMES.map((name) => startRecorded(RECORDINGS[name])))
  const [monnify, paystack, flutterwave, cngn, sandbox] = all
  if (!monnify || !paystack || !flutterwave || !cngn || !sandbox) throw new Error('not all are played')
  played = { monnify, paystack, flutterwave, cngn, sandbox }
  // Set before anything reads it, so that this process uses the five recorded providers.
  oncePerProcess('configured-providers', () => all.map(({ provider }) => provider))
  doors = await openDoors()
  await createPlatform()
})
afterAll(async () => {
  await doors.close()
  for (const name of RECORDED_NAMES) await played[name].close()
})
beforeEach(closeBreakers)
afterEach(() => vi.useRealTimers())

describe.each(RECORDED_NAMES)('%s', (name) => {
  const recording = RECORDINGS[name]
  const fee = name === 'cngn' ? 0n : 100n
  const isOneTransfer = name === 'paystack'
  let payer: Awaited<ReturnType<typeof createPayer>>
  let owed = 0n

  beforeEach(async () => {
    played[name].world.transfers.length = 0
    payer = await createPayer()
    owed = await owes()
  })
  afterEach(async () => {
    played[name].world.fault = null
    expect(await driftOf(payer)).toEqual([])
    expect(played[name].complaints).toEqual([])
  })

  /** The balance that the provider owes us according to the books. */
  const owes = async () => -(await unitsOf(null, 'NGN', `psp.${name}`))
  const dollars = () => unitsOf(payer, 'USD', 'available')
  const ask = (ms = 0) => pollProviders(workerAt(new Date(Date.now() + ms)), { provider: name })

  async function open() {
    const { paymentId, accountIds } = await openTopUp(payer)
    const [id] = accountIds
    const [row] = await db().select().from(depositAccounts).where(eq(depositAccounts.id, id))
    if (!row) throw new Error('no account')
    const { reference, expiryAt } = row
    const wanted = { reference, amountMinor: ASKED, expiryAt, customer: { name: 'Ada', email: 'ada@example.com' } }
    const { providerRef, accountNumber } = await played[name].provider.createOneTime(wanted)
    await db()
      .update(depositAccounts)
      .set({ provider: name, providerRef, accountNumber, nextPollAt: null })
      .where(eq(depositAccounts.id, id))
    const pay = (units: bigint, paidAt = new Date()) => {
      const transfer = played[name].pay(reference, units, paidAt)
      return { units, ...recording.webhook(transfer, providerRef) }
    }
    return { paymentId, reference, expiryAt, pay }
  }

  type Hook = { raw: Buffer; headers: Record<string, string> }
  async function receives({ raw, headers }: Hook): Promise<number> {
    const sent = { method: 'POST', path: `/v1/payments/webhooks/${name}`, body: raw.toString() }
    const all = { 'content-type': 'application/json', ...headers }
    return (await doors.open['the front server'].send({ ...sent, headers: all })).status
  }
  const events = async () => (await db().select().from(providerEvents).where(eq(providerEvents.provider, name))).length
  const outcomes = async (paymentId: string) => (await receiptsOf(paymentId)).map(({ outcome }) => outcome)
  /** Expects that the provider owes the money received since the test began, less its fees. */
  const expectOwed = async (...units: bigint[]) =>
    expect((await owes()) - owed).toBe(units.reduce((sum, each) => sum + each - fee, 0n))

  test('happy: after a webhook and a poll the payment settles to the kobo', async () => {
    const { paymentId, pay } = await open()
    expect(await receives(pay(ASKED))).toBe(200)
    await ask()
    expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [], providerId: name })
    expect(await dollars()).toBe(20_000_000n)
    await expectOwed(ASKED)
  })

  test('partial: the first part waits, and the rest settles the payment', async () => {
    const { paymentId, pay } = await open()
    await receives(pay(1_000_001n))
    await ask()
    expect(await readPayment(paymentId)).toMatchObject({ status: 'PENDING', receivedMinor: 1_000_001n })
    expect(await dollars()).toBe(0n)
    await expectOwed(1_000_001n)
    if (isOneTransfer) return
    await receives(pay(ASKED - 1_000_001n))
    await ask()
    expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
    await expectOwed(1_000_001n, ASKED - 1_000_001n)
  })

  test('over: the payment settles, and the surplus is in the balance', async () => {
    const { paymentId, pay } = await open()
    await receives(pay(ASKED + 155_000n))
    await ask()
    expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: ['OVERPAID'] })
    expect(await dollars()).toBe(21_000_000n)
    await expectOwed(ASKED + 155_000n)
  })

  test('repeated: five equal webhooks, before and after settlement, are one event and one receipt', async () => {
    const { paymentId, pay } = await open()
    const hook = pay(ASKED)
    const before = await events()
    const answers = await Promise.all([1, 2, 3].map(() => receives(hook)))
    await Promise.all([ask(), ask()])
    expect([...answers, await receives(hook), await receives(hook)]).toEqual([200, 200, 200, 200, 200])
    await ask()
    expect((await events()) - before).toBe(1)
    expect(await outcomes(paymentId)).toEqual(['SETTLED'])
    await expectOwed(ASKED)
  })

  test.skipIf(isOneTransfer)('out of order: the second webhook first, both count once', async () => {
    const { paymentId, pay } = await open()
    const [first, second] = [pay(2_000_000n), pay(ASKED - 2_000_000n)]
    for (const hook of [second, first]) {
      await receives(hook)
      await ask()
    }
    expect(await outcomes(paymentId)).toEqual(['SETTLED', 'SETTLED'])
    expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
    await expectOwed(2_000_000n, ASKED - 2_000_000n)
  })

  test('forged: answered with 401, nothing is stored and nothing polled', async () => {
    const { paymentId, pay } = await open()
    const { raw, headers } = pay(ASKED)
    const before = await events()
    const forged = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, `${value.slice(0, -1)}!`]))
    for (const hook of [
      { raw, headers: forged },
      { raw, headers: {} },
    ])
      expect(await receives(hook)).toBe(401)
    await ask()
    expect((await events()) - before).toBe(0)
    expect(await outcomes(paymentId)).toEqual([])
    await expectOwed()
  })

  test('other bytes: refused if the bytes are signed, otherwise the same event', async () => {
    const { paymentId, pay } = await open()
    const hook = pay(ASKED)
    const other = { ...hook, raw: Buffer.from(JSON.stringify(JSON.parse(hook.raw.toString()), null, 1)) }
    expect(await receives(other)).toBe(recording.isSigned ? 401 : 200)
    expect(await receives(hook)).toBe(200)
    await ask()
    expect(await outcomes(paymentId)).toEqual(['SETTLED'])
    await expectOwed(ASKED)
  })

  test('one day late: the money settles nothing and is in the balance', async () => {
    const { paymentId, expiryAt, pay } = await open()
    await receives(pay(ASKED, new Date(expiryAt.getTime() + DAY_MS - 3_600_000)))
    await ask(DAY_MS)
    expect(await outcomes(paymentId)).toEqual(['CREDITED'])
    expect(await readPayment(paymentId)).toMatchObject({ exceptions: ['LATE'] })
    expect(await dollars()).toBe(20_000_000n)
    await expectOwed(ASKED)
  })

  test('down and back: the event waits, then the payment settles', async () => {
    const { paymentId, pay } = await open()
    played[name].world.fault = 'down'
    expect(await receives(pay(ASKED))).toBe(200)
    await ask()
    expect(await readPayment(paymentId)).toMatchObject({ status: 'PENDING' })
    played[name].world.fault = null
    closeBreakers()
    await ask(11_000)
    expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
    await expectOwed(ASKED)
  })

  test('no webhook: the daily comparison books the receipt once', async () => {
    const { paymentId, pay } = await open()
    pay(ASKED)
    for (let time = 0; time < 2; time++) await reconcileProvider(workerAt(new Date()), { provider: name })
    expect(await outcomes(paymentId)).toEqual(['SETTLED'])
    await expectOwed(ASKED)
  })

  const isPaged = name !== 'sandbox'
  test.runIf(isPaged)(
    'a list that was not read to its end: its rows are booked, and the day is incomplete',
    async () => {
      // Noon, so that a second earlier is the same day.
      vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) })
      const { paymentId, pay } = await open()
      pay(ASKED, new Date(Date.now() - 1_000))
      played[name].world.lie = 'more pages'
      const compare = () => reconcileProvider(workerAt(new Date()), { provider: name })
      await compare()
      expect(await outcomes(paymentId)).toEqual(['SETTLED'])
      const today = async () => {
        const { items } = await inOperatorReading(OPERATOR, listReconciliations)
        return items.find(({ provider, day }) => provider === name && day === new Date().toISOString().slice(0, 10))
      }
      const health = async () => {
        const { items } = await inOperatorReading(OPERATOR, listProviders)
        return items.find((one) => one.name === name)
      }
      expect(await today()).toMatchObject({
        state: 'incomplete',
        theirCount: 1,
        problem: expect.stringContaining('page 2'),
      })
      expect(await health()).toMatchObject({ state: 'failing', lastFailure: expect.stringContaining('page 2') })
      const alarms = await providerWatcher.findCauses(workerCtx())
      expect(alarms.map(({ subject }) => subject)).toContain(`${name} ${new Date().toISOString().slice(0, 10)}`)
      played[name].world.lie = null
      await compare()
      expect(await today()).toMatchObject({ problem: null })
      expect(await health()).toMatchObject({ state: 'active' })
      await expectOwed(ASKED)
    },
  )
})
