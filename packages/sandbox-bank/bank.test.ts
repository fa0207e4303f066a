import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { waitUntil } from '@/dev/wait-until'
import { type RunningBank, startBank } from './serve-bank'

const SECRET = 'shared'
const REFERENCE = 'SLP-1'

let home: string
let bank: RunningBank
let appUrl: string
let refuses = 0
const received: { body: string; signature: string }[] = []

const app = createServer(async (request, response) => {
  const body = await text(request)
  refuses -= 1
  if (refuses >= 0) return response.writeHead(503).end()
  received.push({ body, signature: String(request.headers['x-sandbox-signature']) })
  response.writeHead(200).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const address = app.address()
  appUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  home = mkdtempSync(join(tmpdir(), 'slipway-bank-'))
  bank = await startBank({ home, secret: SECRET, appUrl })
})
afterAll(async () => {
  await bank.close()
  app.closeAllConnections()
  app.close()
})

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}`, ...init.headers }
  const response = await fetch(bank.url + path, { ...init, headers })
  return { status: response.status, body: z.unknown().parse(await response.json()) }
}
const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
const open = (amountMinor = '500010', expiryAt = '2030-01-01T00:00:00.000Z') =>
  post('/api/accounts', { reference: REFERENCE, amountMinor, expiryAt, customer: { name: 'Ada' } })
const toAccount = (amount: unknown, more = {}) => post('/transfers', { accountNumber: '9900000001', amount, ...more })

test('opens an account once for a reference, and none for another amount', async () => {
  const first = await open()
  expect(first.body).toMatchObject({ reference: REFERENCE, accountNumber: '9900000001', amountMinor: '500010' })
  expect((await open()).body).toEqual(first.body)
  expect((await open('1')).status).toBe(422)
})

test('sends money, to the kobo, and says so under its signature until it is heard', async () => {
  refuses = 1
  expect(await toAccount(5000.1)).toMatchObject({ status: 201, body: { amountMinor: '500010', status: 'paid' } })
  expect(await waitUntil(() => received.length === 1, { timeoutMs: 60_000 })).toBe(true)
  const [{ body, signature } = { body: '', signature: '' }] = received
  expect(signature).toBe(createHmac('sha256', SECRET).update(body).digest('hex'))
  expect(JSON.parse(body)).toMatchObject({ type: 'transfer.paid', reference: REFERENCE })
  expect((await ask(`/api/transfers?reference=${REFERENCE}`)).body).toMatchObject([{ amountMinor: '500010' }])
})

test.each([['-1'], ['0'], ['1.001'], ['1e3'], ['x']])('sends no %s naira', async (amount) => {
  expect((await toAccount(amount)).status).toBe(422)
})

test('lets money come late, refuses it, or takes it for nobody', async () => {
  expect((await toAccount('1', { how: 'late' })).body).toMatchObject({ paidAt: '2030-01-01T00:01:00.000Z' })
  expect((await toAccount('1', { how: 'refused' })).body).toMatchObject({ status: 'refused' })
  const nobodys = await post('/transfers', { accountNumber: '0000000007', amount: '3' })
  expect(nobodys.body).toMatchObject({ reference: null, amountMinor: '300' })
  expect((await ask(`/api/transfers?reference=${REFERENCE}`)).body).toHaveLength(2)
})

test('says nothing while it is silenced', async () => {
  await waitUntil(() => received.length === 4, { timeoutMs: 60_000 })
  await post('/settings', { isSilent: true })
  await toAccount('2')
  await post('/settings', { isSilent: false })
  await toAccount('4')
  expect(await waitUntil(() => received.some(({ body }) => body.includes('"4"')), { timeoutMs: 60_000 })).toBe(true)
  expect(received.some(({ body }) => body.includes('"amount":"2"'))).toBe(false)
})

test('gives back once for a reference, and never more than came', async () => {
  const [first] = bank.bank.state.transfers
  const back = (reference: string, amountMinor: string) =>
    post('/api/refunds', { reference, transferId: first?.id, amountMinor })
  expect((await back('REF-1', '500000')).body).toEqual((await back('REF-1', '500000')).body)
  expect((await back('REF-2', '11')).status).toBe(422)
  expect((await ask('/api/refunds/REF-1')).body).toMatchObject({ state: 'DONE', amountMinor: '500000' })
  expect((await ask('/api/refunds/REF-9')).status).toBe(404)
})

test('its page shows accounts without trusting what they hold; strangers get nothing', async () => {
  await post('/api/accounts', {
    reference: 'SLP-2',
    amountMinor: '100',
    expiryAt: '2030-01-01T00:00:00Z',
    customer: { name: '<script>' },
  })
  const page = await (await fetch(bank.url)).text()
  expect(page).toContain('₦5,000.10')
  expect(page).not.toContain('<script> /')
  expect((await ask('/api/transfers', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  const evil = { method: 'POST', body: '{}', headers: { origin: 'http://evil.test' } }
  expect((await ask('/transfers', evil)).status).toBe(403)
  expect((await ask('/transfers', { ...evil, headers: { origin: bank.url } })).status).toBe(422)
})

test('knows after a restart what it knew before', async () => {
  const before = structuredClone(bank.bank.state)
  await bank.close()
  bank = await startBank({ home, secret: SECRET, appUrl })
  expect(bank.bank.state).toEqual(before)
  expect((await open()).body).toMatchObject({ accountNumber: '9900000001' })
})
