import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import {
  newWebhookEndpointView,
  webhookEndpointPage,
  webhookEndpointView,
} from '@/schemas/webhooks/destinations/contract'
import { MAX_ENDPOINTS } from '@/schemas/webhooks/words'
import { workerCtx } from '@/server/ctx'
import { createOwner, type Owner } from '@/server/testing/messages'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { isVerified, openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { addEndpoint, messagesTo, publishTestEvent, readEndpoint } from './endpoint-world.test-data'

const PATH = '/v1/webhooks/endpoints'
const BODY = { url: 'http://127.0.0.1:9/hooks', events: ['wallet.*'] }

const world = openWebhookWorld()
let client: WalletClient
let owner: Owner

beforeEach(async () => {
  client = await walletClient()
  owner = await createOwner(client.tenant)
})

async function create(changes: object = {}) {
  const answer = await client.post(PATH, { ...BODY, ...changes })
  expect(answer).toMatchObject({ code: 201, status: true })
  return newWebhookEndpointView.strict().parse(answer.data)
}

const deliver = () => dispatchWebhooks(workerCtx())
const actionsOf = async ({ businessId }: WalletClient) => {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.businessId, businessId))
    .orderBy(auditLog.seq)
  return rows.map(({ action }) => action).filter((action) => action.startsWith('webhook-endpoint'))
}

describe('a new endpoint', () => {
  test('answers what it is and, this once, its secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create({ description: 'Accounting' })
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secretWarning).toContain('not shown again')
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: client.tenant.projectId,
      ...BODY,
      description: 'Accounting',
      status: 'active',
      pausedBecause: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastDeliveryAt: null,
      deliveredCount: 0,
      failedCount: 0,
      droppedCount: 0,
    })
    const again = await client.get(`${PATH}/${made.id}`)
    expect(webhookEndpointView.strict().parse(again.data)).toEqual(made)
    expect(await actionsOf(client)).toEqual(['webhook-endpoint.created'])
  })

  test('is told of what happens from then on, signed with its secret', async () => {
    const { id, signingSecret } = await create({ url: world.receiver.url })
    await publishTestEvent(owner)
    await deliver()
    const [visit] = world.receiver.visits
    if (!visit) throw new Error('nobody came')
    expect(isVerified(new Webhook(signingSecret), visit)).toBe(true)
    const view = webhookEndpointView.parse((await client.get(`${PATH}/${id}`)).data)
    expect(view).toMatchObject({ deliveredCount: 1, lastDeliveryAt: expect.any(String) })
  })

  test.each([
    [{ url: 'ftp://example.com' }, 'url: '],
    [{ url: 'http://169.254.169.254/' }, 'url: '],
    [{ url: undefined }, 'url: '],
    [{ events: undefined }, 'events: '],
    [{ events: [] }, 'events: '],
    [{ events: ['wallet'] }, 'events.0: '],
    [{ events: ['*'] }, 'events.0: '],
    [{ events: ['wallet.transfer.*'] }, 'events.0: '],
    [{ events: ['wallet.*', 'wallet.*'] }, 'events.1: is there twice'],
    [{ description: 'x'.repeat(501) }, 'description: '],
    [{ signingSecret: 'mine' }, 'signingSecret: unknown field'],
  ])('like %j is refused', async (changes, error) => {
    const answer = await client.post(PATH, { ...BODY, ...changes })
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors?.join()).toContain(error)
    expect((await client.get(PATH)).data).toMatchObject({ data: [] })
  })

  test('is refused past the most a project may have, also where the last two come at once; a deleted one makes room', async () => {
    for (let n = 1; n < MAX_ENDPOINTS; n++) await addEndpoint(owner, BODY.url)
    const last = await Promise.all([client.post(PATH, BODY), client.post(PATH, BODY)])
    expect(last.map(({ code }) => code).toSorted()).toEqual([201, 400])
    expect(last.find(({ code }) => code === 400)?.errors).toEqual(['url: a project has 20 webhook endpoints at most'])
    const [first] = webhookEndpointPage.parse((await client.get(PATH)).data).data
    await client.delete(`${PATH}/${first?.id}`)
    expect((await client.post(PATH, BODY)).code).toBe(201)
  })
})

test('the list is of the project, newest first, by pages and status', async () => {
  const first = await create()
  const second = await create()
  await client.patch(`${PATH}/${second.id}`, { status: 'paused' })
  await (await walletClient({ businessId: client.businessId })).post(PATH, BODY)
  const idsOf = async (query: string) => {
    const { data, meta } = webhookEndpointPage.parse((await client.get(`${PATH}${query}`)).data)
    return { ids: data.map(({ id }) => id), ...meta }
  }
  expect(await idsOf('')).toEqual({ ids: [second.id, first.id], total: 2, page: 1, limit: 20, totalPages: 1 })
  expect(await idsOf('?limit=1&page=2')).toEqual({ ids: [first.id], total: 2, page: 2, limit: 1, totalPages: 2 })
  expect(await idsOf('?status=paused')).toMatchObject({ ids: [second.id], total: 1 })
})

test.each(['page=0', 'limit=0', 'limit=201', 'status=ACTIVE', 'size=3', 'page=1&page=2'])(
  'refuses the list with %s',
  async (query) => {
    expect(await client.get(`${PATH}?${query}`)).toMatchObject({ code: 400, message: 'Validation failed' })
  },
)

test('each operation keeps to its scope; none needs a capability', async () => {
  const reader = await walletClient({ scope: 'projects:read', capabilities: [] })
  expect((await reader.get(PATH)).code).toBe(200)
  expect(await reader.post(PATH, BODY)).toMatchObject({ code: 403, message: 'Insufficient scope: projects:write' })
  const writer = await walletClient({ scope: 'projects:write', capabilities: [] })
  expect((await writer.post(PATH, BODY)).code).toBe(201)
  expect(await writer.get(PATH)).toMatchObject({ code: 403, message: 'Insufficient scope: projects:read' })
})

describe('a change', () => {
  test('concerns what is named and nothing else, and shows no secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create()
    const path = `${PATH}/${made.id}`
    const view = webhookEndpointView.strict().parse((await client.patch(path, { status: 'paused' })).data)
    expect(view).toEqual({ ...made, status: 'paused', pausedBecause: 'asked', updatedAt: view.updatedAt })
    const moved = {
      url: 'http://127.0.0.1:9/other',
      events: ['wallet.sign.failed'],
      description: 'x',
      status: 'active',
    }
    expect((await client.patch(path, moved)).data).toMatchObject({ ...moved, pausedBecause: null })
    expect(await actionsOf(client)).toEqual([
      'webhook-endpoint.created',
      'webhook-endpoint.updated',
      'webhook-endpoint.updated',
    ])
  })

  test.each([
    [{}, 'body: give at least one of url, events, description and status'],
    [{ status: 'ended' }, 'status: '],
    [{ events: [] }, 'events: '],
    [{ url: 'http://169.254.169.254/' }, 'url: '],
    [{ projectId: v7() }, 'projectId: unknown field'],
  ])('to %j is refused and changes nothing', async (patch, error) => {
    const { id } = await create()
    const before = await readEndpoint(id)
    const answer = await client.patch(`${PATH}/${id}`, patch)
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors?.join()).toContain(error)
    expect(await readEndpoint(id)).toEqual(before)
  })

  test('of the URL takes along what is on its way; a pause holds it, and the end of the pause sends it', async () => {
    const { id } = await create({ url: `${world.receiver.url}/old` })
    await publishTestEvent(owner)
    await client.patch(`${PATH}/${id}`, { url: `${world.receiver.url}/new`, status: 'paused' })
    await publishTestEvent(owner)
    await deliver()
    expect(world.receiver.visits).toEqual([])
    await client.patch(`${PATH}/${id}`, { status: 'active' })
    await deliver()
    expect(world.receiver.visits).toHaveLength(1)
    expect(await messagesTo(id)).toMatchObject([{ url: `${world.receiver.url}/new`, status: 'delivered' }])
    expect(await readEndpoint(id)).toMatchObject({ deliveredCount: 1, droppedCount: 1 })
  })
})

test('rotating answers a new secret; for a day both sign', async () => {
  const made = await create({ url: world.receiver.url })
  const answer = await client.post(`${PATH}/${made.id}/rotate-secret`)
  const rotated = newWebhookEndpointView.strict().parse(answer.data)
  expect(rotated.signingSecret).not.toBe(made.signingSecret)
  const signs = async () => {
    world.receiver.visits.length = 0
    await publishTestEvent(owner)
    await deliver()
    const [visit] = world.receiver.visits
    if (!visit) throw new Error('nobody came')
    return [made, rotated].map(({ signingSecret }) => isVerified(new Webhook(signingSecret), visit))
  }
  expect(await signs()).toEqual([true, true])
  await workerCtx().db.execute(`update webhook_endpoints set secret_previous_until = now() - interval '1 second'`)
  expect(await signs()).toEqual([false, true])
  expect(await actionsOf(client)).toContain('webhook-endpoint.secret-rotated')
})

test('a test event goes out signed like any other and counts for nothing; ten a minute', async () => {
  const { id, signingSecret } = await create({ url: world.receiver.url })
  expect(await client.post(`${PATH}/${id}/test`)).toMatchObject({ code: 202, data: null })
  await deliver()
  const [visit] = world.receiver.visits
  if (!visit) throw new Error('nobody came')
  expect(isVerified(new Webhook(signingSecret), visit)).toBe(true)
  expect(JSON.parse(visit.body)).toMatchObject({ type: 'webhook.test', data: { projectId: client.tenant.projectId } })
  expect(await readEndpoint(id)).toMatchObject({ deliveredCount: 0, failedCount: 0, lastDeliveryAt: expect.any(Date) })
  for (let n = 1; n < 10; n++) expect((await client.post(`${PATH}/${id}/test`)).code).toBe(202)
  expect((await client.post(`${PATH}/${id}/test`)).code).toBe(429)
})

test.each(['nonsense', "1';drop table wallets;--", '../endpoints', v7()])('names no endpoint: %s', async (id) => {
  const answer = await client.get(`${PATH}/${encodeURIComponent(id)}`)
  expect(answer).toMatchObject({ code: 404, status: false })
})
