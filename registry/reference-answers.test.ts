import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readReference } from '@/components/reference/read-reference'
import { openApiDocument } from '@/server/api/openapi/document'
import { ENDPOINTS } from './endpoints'

// What the reference prints for a call is what the call would answer to the request printed beside it.

type Json = Record<string, unknown>
type Printed = { id: string; status: number; request: Json; path: Json; data: unknown; whole: unknown }

const json = z.record(z.string(), z.unknown())
const reference = readReference(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example'))), [])
const events = reference.events.map(({ kind, headers, example }) => ({
  kind,
  headers: Object.fromEntries(headers.map(({ name, example: value }) => [name, value])),
  body: json.parse(JSON.parse(example)),
}))
const printed: Printed[] = reference.groups
  .flatMap(({ operations }) => operations)
  .flatMap(({ id, parameters, body, replies }) =>
    replies.flatMap(({ status, example }) => {
      const isText = ENDPOINTS.some((endpoint) => endpoint.id === id && endpoint.streams)
      if (example === null || isText) return []
      const whole: unknown = JSON.parse(example)
      const envelope = json.parse(whole)
      const data = 'data' in envelope && 'message' in envelope ? envelope.data : whole
      const ofPath = parameters.filter(({ location }) => location === 'path')
      const path = Object.fromEntries(ofPath.map((one) => [one.name, one.example]))
      const request = body ? json.parse(JSON.parse(body.example)) : {}
      return [{ id, status: Number(status), request, path, data, whole }]
    }),
  )

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** The objects of an answer, at any depth. */
function objectsIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}
const named = (id: string, status: number | string) => `${id} ${status}`
const answers = printed.map((one) => [named(one.id, one.status), one] as const)
const everything = [
  ...printed.map(({ id, status, data }) => [named(id, status), data] as const),
  ...events.map(({ kind, body }) => [kind, body] as const),
]

test.each(answers)('%s is an answer of its operation, with an example for each field', (_, { id, status, data }) => {
  const schema = ENDPOINTS.find((endpoint) => endpoint.id === id)?.replies[status]
  expect(schema?.safeParse(data).error).toBe(undefined)
})

/** Fields of a request whose answer has another value under the name, and the value. */
const TRANSLATED: Record<string, Json> = {
  createTransfer: { fromAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
  estimateTransfer: { fromAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
  // Merged into what is there.
  updateSweepRule: { metadata: { customer: 'c-77', book: 'treasury' } },
}

test.each(answers)('%s has the values of the request beside it', (_, { id, request, data }) => {
  const [answer] = [data].flat().filter(isObject)
  const asked = { ...request, ...TRANSLATED[id] }
  const shared = Object.keys(asked).filter((name) => answer && name in answer && !isListOfObjects(answer[name]))
  // A number in the request may be a decimal in the answer.
  const textOf = (from: Json) => shared.map((name) => [name, comparable(from[name])])
  expect(textOf(answer ?? {})).toEqual(textOf(asked))
})

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject)
}

function comparable(value: unknown): unknown {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+\.\d+$/.test(value)) ? Number(value) : value
}

/** Optional in requests; an answer has them only if the request had. */
const GIVEN = ['reference', 'clientReference', 'metadata', 'label', 'tokenAddress', 'description', 'purpose', 'scope']

test.each(answers.filter(([, { request, status }]) => Object.keys(request).length > 0 && status < 300))(
  '%s shows nothing that its request did not give',
  (_, { id, request, data }) => {
    // These name a record that another request made.
    if (/^(?:cancel|speedUp|update|set)/.test(id)) return
    const [answer = {}] = [data].flat().filter(isObject)
    const extra = GIVEN.filter((name) => ![undefined, null, '', 'GENERAL'].includes(answer[name] as string))
    const own = id === 'subscribe' ? ['reference'] : []
    expect(extra.filter((name) => !(name in request) && !own.includes(name))).toEqual([])
  },
)

test.each(answers.filter(([, { path }]) => Object.keys(path).length > 0))(
  '%s is about the object that its path names',
  (_, { path, data }) => {
    if (!isObject(data) || 'items' in data || 'data' in data) return
    const ids = Object.entries(path).filter(([name]) => /id$|ref$/i.test(name))
    const known = objectsIn(data).flatMap((one) => Object.values(one))
    const named = Object.keys(data).some((name) => /^(?:id|operationRef|tokenId|subscriptionId)$/.test(name))
    if (named && ids.length > 0) expect(ids.filter(([, id]) => known.includes(id))).not.toEqual([])
  },
)

const TIMES = /^(?:createdAt|updatedAt|endedAt|lastDeliveryAt|deactivatedAt)$/
const START = ['createdAt', 'startDate', 'periodStart', 'firstCouponDate']
const END: Record<string, string[]> = {
  createdAt: ['updatedAt', 'endedAt', 'lastDeliveryAt', 'expiryAt', 'nextRunAt'],
  startDate: ['endDate'],
  periodStart: ['periodEnd', 'recordDate', 'payDate', 'expiryAt'],
  firstCouponDate: ['maturityDate'],
}

test.each(everything)('the times of %s are in order', (_, answer) => {
  for (const one of objectsIn(answer))
    for (const start of START)
      for (const end of END[start] ?? []) {
        if (typeof one[start] !== 'string' || typeof one[end] !== 'string') continue
        expect(Date.parse(one[end]), `${start}, ${end}`).toBeGreaterThanOrEqual(Date.parse(one[start]))
      }
})

test.each(events.map((event) => [event.kind, event] as const))(
  '%s is sent once it happened',
  (_, { headers, body }) => {
    if (typeof body.timestamp !== 'string') return
    const at = Date.parse(body.timestamp)
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(at / 1_000))
    const past = objectsIn(body.data).flatMap((one) => Object.entries(one).filter(([name]) => TIMES.test(name)))
    for (const [name, time] of past)
      if (typeof time === 'string') expect(Date.parse(time), name).toBeLessThanOrEqual(at)
  },
)

test.each(everything)('the state of %s fits what it says', (name, answer) => {
  for (const one of objectsIn(answer)) {
    const { status, stage, txHash, attempts, error } = one
    if (status === 'COMPLETED')
      expect({ txHash, error: error ?? null }).toEqual({ txHash: expect.any(String), error: null })
    if (status === 'FAILED' && 'txHash' in one) expect(error).toEqual(expect.any(String))
    if (status === 'PENDING' && 'txHash' in one) {
      const isSent = stage === 'broadcast'
      expect(txHash).toEqual(isSent ? expect.any(String) : null)
      if ('attempts' in one) expect(attempts).toBe(isSent ? 1 : 0)
      for (const later of ['gasUsed', 'feeWei', 'valueUsd', 'feeUsd']) expect(one[later] ?? null).toBe(null)
    }
    if ('txHash' in one && 'explorerTxUrl' in one)
      expect(one.explorerTxUrl).toBe(txHash === null ? null : `${one.explorerUrl}/tx/${txHash}`)
    if ('deliveredCount' in one) expect(Number(one.deliveredCount) > 0, name).toBe(one.lastDeliveryAt !== null)
  }
})

test.each(answers.filter(([, { status }]) => status === 202))('%s has no outcome yet', (_, { data }) => {
  if (isObject(data) && 'status' in data) expect(data.status).toMatch(/^(?:PENDING|running)$/)
})

test.each(everything)('the counts of %s are those of its items', (_, answer) => {
  for (const one of objectsIn(answer)) {
    const list = [one.items, one.data, one.lines].find(Array.isArray)
    const position = [one.pagination, one.meta, one].find((part) => isObject(part) && 'total' in part)
    if (list && isObject(position)) expect(position.total).toBe(list.length)
    if (one.hasMore === false) expect([one.nextCursor ?? null, one.nextOffset ?? null]).toEqual([null, null])
    if (Array.isArray(one.lines)) expect(one.accepted).toBe(one.lines.length)
  }
})

test.each(everything)('no two objects of %s share an id', (_, answer) => {
  const ids = objectsIn(answer).flatMap((one) =>
    [one.id, one.operationRef, one.batchId, one.transactionId].filter((id) => id !== undefined),
  )
  const own = objectsIn(answer).flatMap(({ id, subscriptionId }) => (id && id === subscriptionId ? [id] : []))
  expect([...ids.filter((id, at) => ids.indexOf(id) !== at), ...own]).toEqual([])
})

describe('what the types of fields cannot say', () => {
  const find = (id: string, status: number) => {
    const one = printed.find((each) => each.id === id && each.status === status)
    return json.parse(one?.data)
  }

  test('a cancelled transaction was never sent; one whose cancellation is requested was', () => {
    expect(find('cancelTransaction', 200)).toMatchObject({ status: 'FAILED', txHash: null, attempts: 0, gasUsed: null })
    expect(find('cancelTransaction', 202)).toMatchObject({ status: 'PENDING', stage: 'broadcast', attempts: 1 })
  })

  test('a new destination has delivered nothing, a deposit is not flagged, a balance is not also out of reach', () => {
    for (const id of ['createWebhookEndpoint', 'createIndexerSubscription'])
      expect(find(id, 201)).toMatchObject({ deliveredCount: 0, lastDeliveryAt: null })
    expect(find('listDeposits', 200)).toMatchObject({ items: [{ screened: null }] })
    expect(find('getWalletBalances', 200)).toMatchObject({ unavailable: [] })
  })

  test.each([
    ['mintToken', 'MINT'],
    ['burnToken', 'BURN'],
    ['transferToken', 'TRANSFER'],
    ['pauseToken', 'PAUSE'],
    ['unpauseToken', 'UNPAUSE'],
    ['registerWallets', 'REGISTER'],
    ['removeWallets', 'REMOVE'],
    ['removeWallet', 'REMOVE'],
    ['freezeWallet', 'FREEZE'],
    ['payCoupon', 'PAY_COUPON'],
    ['callToken', 'CALL'],
  ])('%s answers an operation of its own kind', (id, kind) => {
    expect(find(id, 202)).toMatchObject({ kind, status: 'PENDING' })
  })

  test('calls of contracts are signed transactions', () => {
    for (const id of ['signTransaction', 'callContract'])
      for (const status of [200, 202]) expect(find(id, status)).toMatchObject({ type: 'SIGN', amount: '0' })
    expect(find('callContract', 202)).toMatchObject({ call: { args: { value: '1000000' } } })
  })
})
