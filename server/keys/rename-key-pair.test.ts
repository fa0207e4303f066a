import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { apiKeys } from '@/db/schema'
import { renameKeysInput, rotateKeysInput } from '@/schemas/keys/contract'
import { listAudit } from '@/server/audit/list-audit'
import { inTenant, workerCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { listApiKeys } from './list-api-keys'
import { renameKeyPair } from './rename-key-pair'
import { rotateKeyPair } from './rotate-key-pair'

openDatabase()

type Project = Awaited<ReturnType<typeof createTenant>>

const rotate = (project: Project, name?: string) =>
  inTenant(project, (ctx) => rotateKeyPair({ ...ctx, projectId: project.projectId }, { overlapHours: 24, name }))
const rename = (project: Project, keyId: string, name: string) =>
  inTenant(project, (ctx) => renameKeyPair({ ...ctx, projectId: project.projectId }, { keyId, name }))
const namesOf = async (project: Project) => {
  const { items } = await inTenant(project, (ctx) => listApiKeys({ ...ctx, projectId: project.projectId }))
  return items.map(({ environment, name }) => `${environment} ${name}`)
}

test('a pair gets its name at creation, and the next pair keeps it unless it gets another', async () => {
  const project = await createTenant()
  await rotate(project)
  await rotate(project, 'Backend')
  await rotate(project)
  await rotate(project, '')
  expect(await namesOf(project)).toEqual([
    'live ',
    'test ',
    'live Backend',
    'test Backend',
    'live Backend',
    'test Backend',
    'live ',
    'test ',
  ])
})

test('renames both keys of a pair and no other, and records it once', async () => {
  const project = await createTenant()
  const former = await rotate(project, 'Backend')
  await rotate(project)
  await rename(project, former.test.id, 'Batch jobs')
  await rename(project, former.live.id, 'Batch jobs')
  expect(await namesOf(project)).toEqual(['live Backend', 'test Backend', 'live Batch jobs', 'test Batch jobs'])
  const { items } = await inTenant(project, (ctx) => listAudit(ctx, { page: 1, action: 'key.renamed' }))
  expect(items.map(({ target, detail }) => ({ target, detail }))).toEqual([
    {
      target: former.test.id,
      detail: { lastFour: former.test.lastFour, from: 'Backend', to: 'Batch jobs' },
    },
  ])
})

test('renames no key of another pair that was created at the same moment', async () => {
  const project = await createTenant()
  await rotate(project, 'Backend')
  const { live } = await rotate(project, 'Batch jobs')
  const createdAt = new Date()
  await workerCtx().db.update(apiKeys).set({ createdAt }).where(eq(apiKeys.projectId, project.projectId))
  await rename(project, live.id, 'Nightly jobs')
  expect(await namesOf(project)).toEqual(['live Nightly jobs', 'test Nightly jobs', 'live Backend', 'test Backend'])
})

test('a key that acts is called by its name', async () => {
  const project = await createTenant()
  const { live, test: unnamed } = await rotate(project, 'Backend')
  const actor = `key:${live.id}`
  const nameOf = await inTenant(project, (ctx) => actorNames(ctx, [actor]))
  expect(nameOf(actor)).toBe(`API key Backend (…${live.lastFour})`)
  await rename(project, unnamed.id, '')
  const nameAfter = await inTenant(project, (ctx) => actorNames(ctx, [actor]))
  expect(nameAfter(actor)).toBe(`API key …${live.lastFour}`)
})

test('refuses the key of another project, of another business, and one that is none', async () => {
  const project = await createTenant()
  const { live } = await rotate(project, 'Backend')
  const sibling = await createTenant({ businessId: project.businessId })
  for (const other of [sibling, await createTenant()])
    await expect(rename(other, live.id, 'Taken')).rejects.toThrow('API key not found')
  await expect(rename(project, v7(), 'None')).rejects.toThrow('API key not found')
  expect(await namesOf(project)).toEqual(['live Backend', 'test Backend'])
})

test.each(['a\nb', 'a\u0000b', 'x'.repeat(81)])('refuses a name that no label may have: %j', (name) => {
  expect(renameKeysInput.safeParse({ keyId: v7(), name }).success).toBe(false)
  expect(rotateKeysInput.safeParse({ name }).success).toBe(false)
  expect(rotateKeysInput.safeParse({ name: ' Backend ' }).data?.name).toBe('Backend')
})
