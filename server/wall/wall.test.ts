import { expect, test } from 'vitest'
import { activityCounts, mailMessages } from '@/db/schema'
import { inOperatorReading, inTenant, inWorker } from '@/server/ctx'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { listProviders } from '@/server/payments/providers/list-providers'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { getWall } from './get-wall'
import { toWall } from './view'

openDatabase()

const wall = () =>
  inOperatorReading({ actor: { type: 'user', id: 'operator', name: 'Operator' }, requestId: 'test' }, getWall)

test('a task appears once something waits, with since when, and chains and providers are there', async () => {
  const before = await wall()
  expect(before.tasks.map(({ task }) => task)).not.toContain('mails_failed')
  expect(before.chains.length).toBeGreaterThan(3)
  const createdAt = new Date(Date.now() - 60_000)
  await inWorker(({ db }) =>
    db.insert(mailMessages).values({
      ...{ kind: 'alarm', toAddress: 'a@example.test', subject: 's', text: 't', html: 'h', source: 'alarm' },
      ...{ sourceId: 'x', onceKey: 'wall', status: 'failed', queuedAt: createdAt, createdAt },
    }),
  )
  const { tasks } = await wall()
  expect(tasks).toContainEqual({
    task: 'mails_failed',
    count: 1,
    oldestAt: createdAt.toISOString(),
    oldestId: null,
  })
})

test('providers without API keys are those of the page of providers', async () => {
  const who = { actor: { type: 'user', id: 'operator', name: 'Operator' } as const, requestId: 'test' }
  const { items } = await inOperatorReading(who, listProviders)
  const unconfigured = items.filter(({ state }) => state === 'unconfigured').map(({ name }) => name)
  expect(unconfigured).toContain('paystack')
  const { providers } = await wall()
  expect(providers.filter(({ hasKeys }) => !hasKeys).map(({ name }) => name)).toEqual(unconfigured)
})

test('a project waits for its first keys once it has a plan, until it has a pair', async () => {
  const tenant = await createTenant()
  const { tasks } = await wall()
  expect(tasks).toContainEqual({
    task: 'keys_awaited',
    count: 1,
    oldestAt: expect.any(String),
    oldestId: `${tenant.businessId}/${tenant.projectId}`,
  })
  await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId: tenant.projectId }, { overlapHours: 0 }))
  expect((await wall()).tasks.map(({ task }) => task)).not.toContain('keys_awaited')
})

test('play money is no volume, and outcomes are counted apart', () => {
  const count = { isOk: true, n: 2, micros: 3_000_000n }
  const { day } = toWall({
    ...{ pulses: [], tasks: [], providers: [], projects: [], hourly: [], hours: [] },
    counts: [
      { ...count, series: 'transaction', label: 'MAINNET' },
      { ...count, series: 'transaction', label: 'TESTNET' },
      { ...count, series: 'transaction', label: 'MAINNET', isOk: false, n: 1, micros: 0n },
      { ...count, series: 'payout', label: 'MAINNET', micros: 4_000_000n },
      { ...count, series: 'fee', label: 'MAINNET', micros: 10_000n },
    ],
  })
  expect(day).toMatchObject({ volumeUsd: '7.00', feesUsd: '0.01', transactions: { ok: 4, failed: 1 } })
})

test('the projects behind the figures come with their part of them, those with failures first', async () => {
  const [quiet, failing] = [await createTenant(), await createTenant()]
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const count = ({ businessId, projectId }: typeof quiet) => ({ businessId, projectId, hour, bucket: -1 })
  const delivery = { series: 'delivery', label: 'hooks.example.test' } as const
  await inWorker(({ db }) =>
    db.insert(activityCounts).values([
      { ...count(quiet), ...delivery, isOk: true, n: 5_000 },
      { ...count(quiet), series: 'transaction', label: 'MAINNET', isOk: true, n: 2, usdMicros: 3_000_000n },
      { ...count(quiet), series: 'transaction', label: 'TESTNET', isOk: true, n: 4, usdMicros: 9_000_000n },
      { ...count(failing), ...delivery, isOk: true, n: 1 },
      { ...count(failing), ...delivery, isOk: false, n: 4_000 },
    ]),
  )
  const { projects } = await wall()
  const ids = projects.map(({ projectId }) => projectId)
  expect(ids.indexOf(failing.projectId)).toBe(0)
  expect(projects.find(({ projectId }) => projectId === failing.projectId)?.deliveries).toEqual({
    ok: 1,
    failed: 4_000,
  })
  expect(projects.find(({ projectId }) => projectId === quiet.projectId)).toMatchObject({
    volumeUsd: '3.00',
    transactions: { ok: 6, failed: 0 },
    deliveries: { ok: 5_000, failed: 0 },
    requests: { ok: 0, failed: 0 },
  })
})

test('the last 24 hours are counted by hour, those without activity too', async () => {
  const { businessId, projectId } = await createTenant()
  const hour = (ago: number) => new Date((Math.floor(Date.now() / 3_600_000) - ago) * 3_600_000)
  const before = (await wall()).hours
  const row = { businessId, projectId, bucket: -1 }
  await inWorker(({ db }) =>
    db.insert(activityCounts).values([
      { ...row, hour: hour(0), series: 'request', label: '200', isOk: true, n: 7 },
      { ...row, hour: hour(1), series: 'request', label: '500', isOk: false, n: 3 },
      { ...row, hour: hour(1), series: 'transaction', label: 'MAINNET', isOk: true, n: 1, usdMicros: 2_500_000n },
      { ...row, hour: hour(1), series: 'transaction', label: 'TESTNET', isOk: true, n: 1, usdMicros: 9_000_000n },
      { ...row, hour: hour(30), series: 'request', label: '200', isOk: true, n: 100 },
    ]),
  )
  const { hours } = await wall()
  expect(hours.map(({ at }) => at)).toEqual(Array.from({ length: 24 }, (_, index) => hour(23 - index).toISOString()))
  expect(hours.at(-1)?.requests.ok).toBe((before.at(-1)?.requests.ok ?? 0) + 7)
  expect(hours.at(-2)?.requests.failed).toBe((before.at(-2)?.requests.failed ?? 0) + 3)
  expect(hours.at(-2)?.transactions.ok).toBe((before.at(-2)?.transactions.ok ?? 0) + 2)
  expect(Number(hours.at(-2)?.volumeUsd) - Number(before.at(-2)?.volumeUsd)).toBeCloseTo(2.5)
})
