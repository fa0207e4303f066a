import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { alarmChannels, projects, signingKeys, webhookEndpoints } from '@/db/schema'
import { rewrapEverything } from '@/registry/rewraps'
import { rewrapChannelTargets } from '@/server/channels/rewrap-channel-targets'
import { targetUse } from '@/server/channels/target-use'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { rotateIndexerSecret } from '@/server/indexer/subscriptions/rotate-indexer-secret'
import { rewrapSigningKeys } from '@/server/keys/rewrap-signing-keys'
import { currentSigningKey, signingKeyUse } from '@/server/keys/signing-keys'
import { createProject } from '@/server/projects/create-project'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { rewrapWebhookSecrets } from '@/server/projects/rewrap-webhook-secrets'
import { rotateWebhookSecret } from '@/server/projects/rotate-webhook-secret'
import { createTenant } from '@/server/testing/create-tenant'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { setVariables } from '@/server/testing/set-variables'
import { EVENT_SUBSCRIPTION, WEBHOOK_ENDPOINT } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { rewrapDestinationSecrets } from '@/server/webhooks/destinations/rewrap-destination-secrets'
import { rotateEndpointSecret } from '@/server/webhooks/destinations/rotate-endpoint-secret'
import { webhookSecretUse } from '@/server/webhooks/find-keys'
import { sealSecret, unsealSecret } from './secrets'
import { startFakeVault } from './testing/fake-vault'

const localKey = () => `local:${randomBytes(32).toString('base64')}`

openDatabase()
let former: string
let next: string

beforeEach(async () => {
  const { db } = workerCtx()
  ;[former, next] = [localKey(), localKey()]
  setVariables({ CUSTODY_KEK: former })
  await db.delete(signingKeys)
})

test('the keys that sign tokens move to a new key-encryption key and open without the former', async () => {
  const { kid } = await currentSigningKey()
  setVariables({ CUSTODY_KEK: `${next},${former}` })
  expect(await rewrapSigningKeys(workerCtx())).toEqual({ rewrapped: 1, refused: [] })
  expect(await rewrapSigningKeys(workerCtx())).toEqual({ rewrapped: 0, refused: [] })
  setVariables({ CUSTODY_KEK: next })
  const [row] = await workerCtx().db.select().from(signingKeys)
  if (!row) throw new Error('the signing key is gone')
  expect(Buffer.from(await unsealSecret(signingKeyUse(kid), row.privateKeySealed)).toString()).toContain('PRIVATE KEY')
})

test('webhook secrets move, the one before a rotation too; what does not open is named and left', async () => {
  const tenant = await createTenant()
  const who = { actor: { type: 'user', id: tenant.actor.id, name: 'Operator' }, requestId: tenant.requestId } as const
  const newSecret = await newWebhookSecret(newId())
  const { id } = await inOperator(who, (ctx) =>
    createProject(ctx, { businessId: tenant.businessId, name: 'Second', newSecret }),
  )
  const second = { ...tenant, projectId: id }
  const rotated = await newWebhookSecret(id)
  const { secret } = await inTenant(second, (ctx) => rotateWebhookSecret(ctx, rotated))
  setVariables({ CUSTODY_KEK: `${next},${former}` })
  const refused = [`webhook secret of project ${tenant.projectId}`]
  expect(await rewrapWebhookSecrets(workerCtx())).toEqual({ rewrapped: 2, refused })
  setVariables({ CUSTODY_KEK: next })
  const [row] = await workerCtx().db.select().from(projects).where(eq(projects.id, id))
  const open = async (sealed: Uint8Array | null | undefined) =>
    Buffer.from(await unsealSecret(webhookSecretUse(id), sealed ?? Buffer.of()))
  expect(`whsec_${(await open(row?.webhookSecretSealed)).toString('base64')}`).toBe(secret)
  expect(await open(row?.webhookSecretPreviousSealed)).toHaveLength(32)
})

test('a webhook secret that is rotated while it is wrapped anew moves as well', async () => {
  const tenant = await createTenant()
  const rotate = async () => {
    const newSecret = await newWebhookSecret(tenant.projectId)
    await inTenant(tenant, (ctx) => rotateWebhookSecret(ctx, newSecret))
    return newSecret.secret
  }
  const shown = await rotate()
  const vault = await startFakeVault()
  setVariables({ VAULT_ADDR: vault.url, VAULT_TOKEN: 'static' })
  setVariables({ CUSTODY_KEK: `vault-transit:transit/slipway,${former}` })
  vault.interrupt(rotate)
  await rewrapEverything(workerCtx())
  setVariables({ CUSTODY_KEK: 'vault-transit:transit/slipway' })
  const [row] = await workerCtx().db.select().from(projects).where(eq(projects.id, tenant.projectId))
  const opened = await unsealSecret(webhookSecretUse(tenant.projectId), row?.webhookSecretPreviousSealed ?? Buffer.of())
  expect(`whsec_${Buffer.from(opened).toString('base64')}`).toBe(shown)
  await vault.close()
})

test.each([
  [WEBHOOK_ENDPOINT, rotateEndpointSecret],
  [EVENT_SUBSCRIPTION, rotateIndexerSecret],
] as const)('secrets of a $name move, the one before a rotation too', async (kind, rotate) => {
  const { table, secretUseOf } = kind
  const world = await newMutationWorld('http://127.0.0.1:9')
  const { businessId, projectId } = world
  const id = table === webhookEndpoints ? await world.webhookEndpoint() : await world.subscription()
  const tenant = { businessId, projectId, actor: { type: 'system', id: 'test' }, requestId: 'test' } as const
  const shown: string[] = []
  for (const _time of ['first', 'second']) {
    const newSecret = await newDestinationSecret(kind, id)
    const view = await inTenant<{ signingSecret: string }>(tenant, (ctx) => rotate({ ...ctx, projectId }, newSecret))
    shown.unshift(view.signingSecret)
  }
  setVariables({ CUSTODY_KEK: `${next},${former}` })
  expect((await rewrapDestinationSecrets(workerCtx(), kind)).rewrapped).toBe(2)
  setVariables({ CUSTODY_KEK: next })
  const [row] = await workerCtx().db.select().from(table).where(eq(table.id, id))
  for (const [n, sealed] of [row?.secretSealed, row?.secretPreviousSealed].entries()) {
    const opened = Buffer.from(await unsealSecret(secretUseOf(id), sealed ?? Buffer.of()))
    expect([opened.toString(), `whsec_${opened.toString('base64')}`]).toContain(shown[n])
  }
})

test('where an alarm channel sends to moves', async () => {
  const { db } = workerCtx()
  const id = newId()
  const target = 'https://hooks.slack.com/services/x'
  const targetSealed = await sealSecret(targetUse(id), Buffer.from(target))
  const reported = { kind: 'slack', leastSeverity: 'error', createdBy: 'test' } as const
  await db.insert(alarmChannels).values({ id, ...reported, name: 'ops', targetHint: 'hooks.slack.com/…', targetSealed })
  setVariables({ CUSTODY_KEK: `${next},${former}` })
  expect(await rewrapChannelTargets(workerCtx())).toEqual({ rewrapped: 1, refused: [] })
  setVariables({ CUSTODY_KEK: next })
  const [row] = await db.select().from(alarmChannels)
  expect(Buffer.from(await unsealSecret(targetUse(id), row?.targetSealed ?? Buffer.of())).toString()).toBe(target)
})
