import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { inOperator, inTenant } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { listApiKeys } from './list-api-keys'
import { revokeApiKey } from './revoke-api-key'
import { rotateKeyPair } from './rotate-key-pair'

openDatabase()

type Project = Awaited<ReturnType<typeof createTenant>>

const rotate = (project: Project, overlapHours: number) =>
  inTenant(project, (ctx) => rotateKeyPair({ ...ctx, projectId: project.projectId }, { overlapHours }))

/**
 * The states of the live environment's keys, newest first; those of the test keys are the same unless a test says
 * otherwise.
 */
async function statesOf(project: Project, environment: 'live' | 'test' = 'live'): Promise<string[]> {
  const keys = await inTenant(project, (ctx) => listApiKeys({ ...ctx, projectId: project.projectId }))
  return keys.items.filter((key) => key.environment === environment).map((key) => key.status)
}

test('keeps the replaced pair alive for the overlap', async () => {
  const project = await createTenant()
  await rotate(project, 0)
  await rotate(project, 24)
  expect(await statesOf(project)).toEqual(['active', 'expiring'])
  expect(await statesOf(project, 'test')).toEqual(['active', 'expiring'])
})

test('ends the oldest pair at once when a third one would overlap', async () => {
  const project = await createTenant()
  await rotate(project, 0)
  await rotate(project, 168)
  await rotate(project, 24)
  expect(await statesOf(project)).toEqual(['active', 'expiring', 'expired'])
  expect(await statesOf(project, 'test')).toEqual(['active', 'expiring', 'expired'])
  await rotate(project, 24)
  expect(await statesOf(project)).toEqual(['active', 'expiring', 'expired', 'expired'])
})

test('ends every key of before at once without an overlap', async () => {
  const project = await createTenant()
  await rotate(project, 0)
  await rotate(project, 168)
  await rotate(project, 0)
  expect(await statesOf(project)).toEqual(['active', 'expired', 'expired'])
})

test('does not count a revoked key as one that overlaps', async () => {
  const project = await createTenant()
  await rotate(project, 0)
  const second = await rotate(project, 168)
  const ofProject = { projectId: project.projectId }
  await inTenant(project, (ctx) => revokeApiKey({ ...ctx, ...ofProject }, { keyId: second.live.id }))
  await rotate(project, 168)
  expect(await statesOf(project)).toEqual(['active', 'revoked', 'expiring'])
  expect(await statesOf(project, 'test')).toEqual(['active', 'expiring', 'expired'])
})

test('rotations at once leave no more than two pairs alive, and other projects alone', async () => {
  const project = await createTenant()
  const other = await createTenant()
  await rotate(other, 0)
  await rotate(other, 168)
  await Promise.all([rotate(project, 24), rotate(project, 24), rotate(project, 24), rotate(project, 24)])
  expect((await statesOf(project)).sort()).toEqual(['active', 'expired', 'expired', 'expiring'])
  expect(await statesOf(other)).toEqual(['active', 'expiring'])
})

const byKey = (project: Project, id: string): Project => ({ ...project, actor: { type: 'key', id } })

test('a key that was revoked since its token was looked at makes no other', async () => {
  const project = await createTenant()
  const leaked = await rotate(project, 0)
  const ofProject = { projectId: project.projectId }
  await inTenant(project, (ctx) => revokeApiKey({ ...ctx, ...ofProject }, { keyId: leaked.live.id }))
  await expect(rotate(byKey(project, leaked.live.id), 0)).rejects.toMatchObject({ reason: 'token_unknown' })
  expect(await statesOf(project)).toEqual(['revoked'])
})

test('of rotations at once by one key without an overlap one makes a pair', async () => {
  const project = await createTenant()
  const { live } = await rotate(project, 0)
  const asked = [1, 2, 3].map(() => rotate(byKey(project, live.id), 0))
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status)
  expect(outcomes.sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await statesOf(project)).toEqual(['active', 'expired'])
})

test('a key that is running out still rotates, as a caller does who lost the answer', async () => {
  const project = await createTenant()
  const { live } = await rotate(project, 0)
  await rotate(byKey(project, live.id), 24)
  await rotate(byKey(project, live.id), 24)
  expect(await statesOf(project)).toEqual(['active', 'expiring', 'expired'])
})

test('refuses a project named together with a foreign business, and one that is none', async () => {
  const { projectId } = await createTenant()
  const { businessId } = await createTenant()
  const who = anyOperator()
  for (const project of [
    { businessId, projectId },
    { businessId, projectId: v7() },
  ]) {
    const asked = inOperator(who, (ctx) => rotateKeyPair({ ...ctx, ...project }, { overlapHours: 0 }))
    await expect(asked).rejects.toThrow('Project not found')
  }
})
