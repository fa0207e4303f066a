import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { indexerSubscriptionView, newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { workerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import type { WalletClient } from '@/server/testing/wallet-client'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { CONTRACT, MINT, openSubscriptionWorld, PATH } from './subscription-world.test-data'

const on = openSubscriptionWorld()
const { create, rowOf } = on

const actionsOf = async ({ businessId }: WalletClient) => {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.businessId, businessId))
    .orderBy(auditLog.seq)
  return rows.map(({ action }) => action).filter((action) => action.startsWith('indexer'))
}

describe('a change', () => {
  test('changes only the given fields, and shows no secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create(on.client)
    const path = `${PATH}/${made.id}`
    const paused = await on.client.patch(path, { status: 'paused' })
    expect(paused.code).toBe(200)
    const view = indexerSubscriptionView.strict().parse(paused.data)
    expect(view).toEqual({ ...made, status: 'paused', pausedBecause: 'asked', updatedAt: view.updatedAt })
    expect(await rowOf(made.id)).toMatchObject({ pausedBecause: 'asked' })
    const moved = { webhookUrl: 'http://127.0.0.1:9/other', events: ['burn'], status: 'active' }
    expect((await on.client.patch(path, moved)).data).toMatchObject({ ...moved, contractAddress: CONTRACT })
    expect(await rowOf(made.id)).toMatchObject({ pausedBecause: null })
    expect((await on.client.get(path)).data).toMatchObject(moved)
    expect(await actionsOf(on.client)).toEqual([
      'indexer-subscription.created',
      'indexer-subscription.updated',
      'indexer-subscription.updated',
    ])
  })

  test.each([
    [{}, 'body: give at least one of webhookUrl, events, status and confirmations'],
    [{ status: 'ended' }, 'status: '],
    [{ events: [] }, 'events: '],
    [{ events: ['transfers'] }, 'events.0: is neither a key of the catalog'],
    [{ webhookUrl: 'ftp://example.com' }, 'webhookUrl: '],
    [{ webhookUrl: 'http://169.254.169.254/' }, 'webhookUrl: '],
    [{ network: 'ETH' }, 'network: unknown field'],
    [{ confirmations: 0 }, 'confirmations: '],
    [{ confirmations: 11 }, 'confirmations: must be at most 10 on this chain'],
    [{ signingSecret: 'mine' }, 'signingSecret: unknown field'],
  ])('to %j is refused and changes nothing', async (patch, error) => {
    const { id } = await create(on.client)
    const before = await rowOf(id)
    const answer = await on.client.patch(`${PATH}/${id}`, patch)
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors?.join()).toContain(error)
    expect(await rowOf(id)).toEqual(before)
  })

  test('of confirmations is applied by the follower; the chain’s own depth is stored as none', async () => {
    const { id } = await create(on.client)
    expect((await on.client.patch(`${PATH}/${id}`, { confirmations: 1 })).data).toMatchObject({ confirmations: 1 })
    expect(await rowOf(id)).toMatchObject({ confirmations: 1, passDepth: 0 })
    expect((await on.client.patch(`${PATH}/${id}`, { events: ['burn'] })).data).toMatchObject({ confirmations: 1 })
    expect((await on.client.patch(`${PATH}/${id}`, { confirmations: 10 })).data).toMatchObject({ confirmations: 10 })
    expect(await rowOf(id)).toMatchObject({ confirmations: null })
  })

  test('to events that Solana does not have is refused', async () => {
    const { id } = await create(on.client, { network: 'SOL', contractAddress: MINT, events: ['mint'] })
    const answer = await on.client.patch(`${PATH}/${id}`, { events: ['mint', 'swap'] })
    expect(answer).toMatchObject({ code: 400, errors: ['events.1: Solana has mint, burn, transfer'] })
    expect((await on.client.patch(`${PATH}/${id}`, { events: ['burn'] })).code).toBe(200)
  })
})

test('rotation returns a new secret; the previous one stays valid for a day', async () => {
  const { id, signingSecret } = await create(on.client)
  const rotated = newIndexerSubscriptionView.strict().parse((await on.client.post(`${PATH}/${id}/rotate-secret`)).data)
  expect(rotated.id).toBe(id)
  expect(rotated.signingSecret).not.toBe(signingSecret)
  const row = await rowOf(id)
  const opened = async (sealed: Uint8Array | null) =>
    Buffer.from(await unsealSecret(EVENT_SUBSCRIPTION.secretUseOf(id), sealed ?? new Uint8Array())).toString()
  expect(await opened(row.secretSealed)).toBe(rotated.signingSecret)
  expect(await opened(row.secretPreviousSealed)).toBe(signingSecret)
  const overlapMs = (row.secretPreviousUntil?.getTime() ?? 0) - row.updatedAt.getTime()
  expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(60_000)
  expect(row.secretVersion).toBe(2)
  expect(await actionsOf(on.client)).toContain('indexer-subscription.secret-rotated')
})

test('a deleted subscription is not found, and stays for its logs', async () => {
  const { id } = await create(on.client)
  expect(await on.client.delete(`${PATH}/${id}`)).toMatchObject({ code: 200, data: null })
  const gone = { code: 404, message: 'Subscription not found', refusal: 'indexer_subscription_not_found', param: 'id' }
  expect(await on.client.get(`${PATH}/${id}`)).toMatchObject(gone)
  expect(await on.client.delete(`${PATH}/${id}`)).toMatchObject(gone)
  expect(await on.client.patch(`${PATH}/${id}`, { status: 'active' })).toMatchObject(gone)
  expect(await on.client.post(`${PATH}/${id}/rotate-secret`)).toMatchObject(gone)
  expect((await on.client.get(PATH)).data).toMatchObject({ data: [], meta: { total: 0 } })
  expect(await rowOf(id)).toMatchObject({ deletedAt: expect.any(Date) })
  expect(await actionsOf(on.client)).toContain('indexer-subscription.deleted')
})

test.each(['nonsense', '%00', "1';drop table wallets;--", '../events', v7()])('the id %s is not found', async (id) => {
  const answer = await on.client.get(`${PATH}/${encodeURIComponent(id)}`)
  expect(answer).toMatchObject({ code: id === '%00' ? expect.any(Number) : 404, status: false })
  expect([400, 404]).toContain(answer.code)
})
