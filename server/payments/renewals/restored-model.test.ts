import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { payments, subscriptions, webhookMessages } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import {
  assertHistories,
  plain,
  RESTORE_STEP_WEIGHT,
  restoreStep,
} from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import {
  createPayer,
  createPlanAt,
  openTopUp,
  type Payer,
  pay,
  subscriptionsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { isRecovering } from '@/server/recovery/is-recovering'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout } from '@/server/testing/proof'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { runRenewals } from './run-renewals'

const START = new Date('2027-01-15T10:00:00Z')
const END = new Date('2027-02-15T10:00:00Z')
/** What a top-up brings and a month costs. */
const [PRICE_MINOR, PRICE_MICROS] = [3_100_000n, 20_000_000n]
const TOP_UPS = 4
const DAYS_A_RUN = 3

const database = openDatabase()
const restores = openRestores(database)
beforeAll(createPlatform)

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'topUp' as const }) },
  { weight: 5, arbitrary: fc.constant({ do: 'run' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(3, 6, 30, 33) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('switch' as const), isOn: fc.boolean() }) },
  { weight: RESTORE_STEP_WEIGHT, arbitrary: restoreStep },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const steps = fc.array(step, { minLength: 6, maxLength: 22 }).map((some): Step[] => [{ do: 'backup' }, ...some])

const month: Step = { do: 'pass', days: 33 }
const days: Step = { do: 'pass', days: 3 }
const HISTORIES: Step[][] = [
  // The backup lacks a top-up and the period that it paid.
  [month, ...plain('backup', 'topUp', 'run'), days, ...plain('restore', 'run', 'end', 'run')],
  // The backup lacks a renewal whose money it has.
  [...plain('topUp'), { do: 'pass', days: 30 }, ...plain('backup'), days, ...plain('restore', 'run', 'end', 'run')],
  // The renewal was switched off after the backup.
  [
    ...plain('topUp'),
    { do: 'pass', days: 30 },
    ...plain('backup'),
    { do: 'switch', isOn: false },
    days,
    ...plain('restore', 'run', 'end', 'run'),
  ],
]

type World = {
  payer: Payer
  id: string
  now: Date
  backupAt: Date
  isOn: boolean
  accounts: string[]
  /** The transfers that the bank received, by its own ids: a provider lists them again. */
  received: { accountId: string; txn: string }[]
  /** The webhooks of the business, without duplicates of a `webhook-id`. */
  notified: Map<string, { kind: string; endDate: string; paymentRef: string }>
}

async function newWorld(): Promise<World> {
  await restores.begin()
  const payer = await createPayer()
  const { businessId, projectId } = payer
  const id = newId()
  await workerCtx()
    .db.insert(subscriptions)
    .values({
      ...{ id, businessId, projectId, planId: await createPlanAt({ priceMinor: PRICE_MINOR }), productId: 1 },
      ...{ status: 'ACTIVE', startDate: START, endDate: END, priceMinor: PRICE_MINOR, anchorDay: 15, autoRenew: true },
      createdBy: 'test',
    })
  await addEndpoint(payer, 'http://127.0.0.1:9/', { events: ['subscription.*', 'payment.*'] })
  const accounts: string[] = []
  for (let n = 0; n < TOP_UPS; n += 1) accounts.push((await openTopUp(payer)).accountIds[0])
  return { payer, id, now: START, backupAt: START, isOn: true, accounts, received: [], notified: new Map() }
}

/** The providers are asked for all that they received. */
async function poll({ received }: World): Promise<void> {
  for (const { accountId, txn } of received) await pay({ accountId, units: PRICE_MINOR, paidAt: new Date(), txn })
}

async function topUp(world: World): Promise<void> {
  const accountId = world.accounts[world.received.length]
  if (accountId === undefined) return
  world.received.push({ accountId, txn: newId() })
  await poll(world)
}

const stateOf = async ({ payer }: World) =>
  (await subscriptionsOf(payer)).map(({ status, endDate, version }) => ({ status, endDate, version }))

const renewalsOf = ({ id }: World) =>
  workerCtx()
    .db.select()
    .from(payments)
    .where(and(eq(payments.subscriptionId, id), eq(payments.change, 'RENEWAL')))

/** Nothing is charged or ended during a recovery, nor renewed that its owner has switched off. */
async function run(world: World, times = 2): Promise<void> {
  const before = { state: await stateOf(world), paid: (await renewalsOf(world)).length }
  await Promise.all(Array.from({ length: times }, () => runRenewals(workerAt(world.now))))
  const paid = (await renewalsOf(world)).length
  if (await isRecovering()) expect({ state: await stateOf(world), paid }).toEqual(before)
  if (!world.isOn) expect(paid).toBe(before.paid)
}

const body = z.object({
  data: z.object({ endDate: z.string().optional(), paymentRef: z.string().optional() }),
})

async function deliver({ payer, notified }: World): Promise<void> {
  const rows = await workerCtx()
    .db.select()
    .from(webhookMessages)
    .where(eq(webhookMessages.businessId, payer.businessId))
  for (const { id, reportedAs, kind, body: text } of rows) {
    const { data } = body.parse(JSON.parse(text))
    const known = notified.get(reportedAs ?? id)
    if (known) expect(known).toMatchObject({ kind, paymentRef: data.paymentRef ?? '' })
    notified.set(reportedAs ?? id, { kind, endDate: data.endDate ?? '', paymentRef: data.paymentRef ?? '' })
  }
}

async function play(world: World, one: Step): Promise<void> {
  if (one.do === 'topUp') await topUp(world)
  if (one.do === 'run') await run(world)
  if (one.do === 'pass' && !(await isRecovering())) await pass(world, one.days)
  if (one.do === 'switch' && !(await isRecovering())) await setRenewal(world, one.isOn)
  if (one.do === 'backup') await backup(world)
  if (one.do === 'restore') await restore(world)
  if (one.do === 'end') await end(world)
  await deliver(world)
}

async function backup(world: World): Promise<void> {
  await restores.backup()
  world.backupAt = world.now
}

/** Days on which the job runs. The last backup is always from within the days of grace. */
async function pass(world: World, days: number): Promise<void> {
  for (let left = days; left > 0; left -= DAYS_A_RUN) {
    if (world.now.getTime() - world.backupAt.getTime() >= DAYS_A_RUN * MS_PER_DAY) await backup(world)
    world.now = new Date(world.now.getTime() + DAYS_A_RUN * MS_PER_DAY)
    await run(world, 1)
  }
}

async function setRenewal(world: World, isOn: boolean): Promise<void> {
  const { payer, id } = world
  const work = inTenant(payer, (ctx) => setAutoRenew({ ...ctx, projectId: payer.projectId }, { id, autoRenew: isOn }))
  await work.then(
    () => {
      world.isOn = isOn
    },
    (error: unknown) => expect(error).toMatchObject({ reason: 'subscription_ended' }),
  )
}

/** What was switched off stays off; a renewal that was switched on after the backup is off again too. */
async function restore(world: World): Promise<void> {
  await restores.restore()
  const [row] = await subscriptionsOf(world.payer)
  if (!world.isOn && row && ['ACTIVE', 'PAST_DUE'].includes(row.status)) expect(row.autoRenew).toBe(false)
  world.isOn = row?.autoRenew ?? false
}

async function end(world: World): Promise<void> {
  await poll(world)
  await restores.end()
}

/**
 * Each period was paid under one reference and reported once. The balance is what was received without what was
 * charged.
 */
async function judge(world: World): Promise<void> {
  const { payer, notified, received } = world
  const paid = await renewalsOf(world)
  expect(new Set(paid.map(({ periodStart }) => periodStart?.getTime())).size).toBe(paid.length)
  const renewed = [...notified.values()].filter(({ kind }) => kind === 'subscription.renewed')
  expect(new Set(renewed.map(({ endDate }) => endDate)).size).toBe(renewed.length)
  const settled = [...notified.values()].filter(({ kind }) => kind === 'payment.settled')
  expect(new Set(settled.map(({ paymentRef }) => paymentRef)).size).toBe(settled.length)
  expect(settled).toHaveLength(received.length + renewed.length)
  const left = BigInt(received.length - paid.length) * PRICE_MICROS
  expect(await unitsOf(payer, 'USD', 'available')).toBe(left)
  expect(await driftOf(payer)).toEqual([])
}

test('after restores at any point no period is charged or notified of twice, and nothing switched off is charged', {
  timeout: proofTimeout(300_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, long: 200 }, async (played) => {
    const world = await newWorld()
    for (const one of played) await play(world, one)
    await end(world)
    await run(world)
    await deliver(world)
    await judge(world)
  })
})
