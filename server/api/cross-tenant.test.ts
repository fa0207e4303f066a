import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  blockedAddresses,
  indexerLogs,
  indexerSubscriptions,
  ipAllowlist,
  lanes,
  payments,
  subscriptions,
  sweepRules,
  tokenOperations,
  tokens,
  transactions,
  wallets,
  webhookEndpoints,
} from '@/db/schema'
import { ENDPOINTS } from '@/registry/endpoints'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, type DoorName, openDoors, type Sent } from '@/server/testing/doors'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { oneOfEachClass } from '@/server/testing/proof'
import { CASES, EMPTY_LISTS } from './cross-tenant.test-data'
import { CHAIN_ID, type Theirs } from './cross-tenant-case.test-data'
import { operationOf } from './endpoint'

/** Whatever a business names of another one is refused to the letter, and nothing told. */
openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let us: Caller
let them: Caller
let theirs: Theirs
let before: unknown

beforeAll(async () => {
  doors = await openDoors()
  // Never asked: every call below ends before it needs the chain.
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:1')
  us = await newCaller()
  them = await newCaller()
  theirs = await fillWith(them)
  before = await everythingOf(them)
})
afterAll(async () => {
  await doors.close()
})

async function fillWith({ tenant }: Caller): Promise<Theirs> {
  const { walletId, transactionId, tokenId } = await fillTenant(tenant)
  const { db } = workerCtx()
  const [wallet] = await db.select().from(wallets).where(eq(wallets.id, walletId))
  const [entry] = await db.select().from(ipAllowlist).where(eq(ipAllowlist.businessId, tenant.businessId))
  const [subscription] = await db
    .select()
    .from(indexerSubscriptions)
    .where(eq(indexerSubscriptions.businessId, tenant.businessId))
  const [log] = await db.select().from(indexerLogs).where(eq(indexerLogs.businessId, tenant.businessId))
  const [hook] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.businessId, tenant.businessId))
  const [payment] = await db.select().from(payments).where(eq(payments.businessId, tenant.businessId))
  const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.businessId, tenant.businessId))
  const [rule] = await db.select().from(sweepRules).where(eq(sweepRules.businessId, tenant.businessId))
  const [blocked] = await db.select().from(blockedAddresses).where(eq(blockedAddresses.businessId, tenant.businessId))
  if (!rule || !blocked) throw new Error('the other business lacks a sweep rule or a blocked address')
  if (!payment || !plan) throw new Error('the other business lacks a payment or a plan')
  if (!wallet || !entry || !subscription || !log || !hook)
    throw new Error('the other business lacks a wallet, an entry, a subscription or a webhook endpoint')
  return {
    walletId,
    transactionId,
    tokenId,
    address: wallet.address,
    entryId: entry.id,
    subscriptionId: subscription.id,
    logId: log.id,
    endpointId: hook.id,
    ruleId: rule.id,
    blockedAddressId: blocked.id,
    paymentId: payment.id,
    planSubscriptionId: plan.id,
  }
}

async function everythingOf({ tenant }: Caller) {
  const { db } = workerCtx()
  const read = (
    table:
      | typeof wallets
      | typeof transactions
      | typeof ipAllowlist
      | typeof lanes
      | typeof indexerSubscriptions
      | typeof webhookEndpoints
      | typeof tokens
      | typeof tokenOperations,
  ) => db.select().from(table).where(eq(table.businessId, tenant.businessId))
  return Promise.all(
    [wallets, transactions, ipAllowlist, lanes, indexerSubscriptions, webhookEndpoints, tokens, tokenOperations].map(
      (table) => read(table),
    ),
  )
}

/**
 * All through the front door. A route file of Next's hands each call to the same operation: one case of each is enough
 * there.
 */
const casesOf = (door: DoorName) =>
  door === 'the front server' ? CASES : oneOfEachClass(CASES, ({ operation }) => operation)

describe.each(DOOR_NAMES)('through %s', (doorName) => {
  const send = (sent: Omit<Sent, 'headers'>) => {
    const headers = { authorization: `Bearer ${us.token}`, 'idempotency-key': v7() }
    return doors.open[doorName].send({ ...sent, headers })
  }

  test.each(casesOf(doorName))(
    '$operation refuses $name',
    async ({ operation, call, expected: [status, message, code, param] }) => {
      const [method = ''] = operation.split(' ')
      const answer = await send({ method, ...call(theirs) })
      // The whole body: nothing beside the text, whatever was named.
      expect([answer.status, answer.body]).toEqual([status, { status: false, message, code, param }])
    },
  )

  test.each(EMPTY_LISTS)('GET %s shows nothing of them', async (path, data) => {
    const answer = await send({ method: 'GET', path })
    expect([answer.status, answer.body.data]).toEqual([200, data])
    const secrets = [...Object.values(theirs), them.tenant.businessId, them.tenant.projectId, them.subject.keyId]
    expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([])
  })
})

test('they kept everything as it was, and we got nothing', async () => {
  expect(await everythingOf(them)).toEqual(before)
  expect((await everythingOf(us)).flat()).toEqual([])
})

test('every endpoint that takes a name is tried', () => {
  const taking = ENDPOINTS.filter((endpoint) => endpoint.auth === 'liveKey' && endpoint.path.includes('{'))
  const tried = new Set(CASES.map(({ operation }) => operation))
  expect(taking.map(operationOf).filter((operation) => !tried.has(operation))).toEqual([])
})
