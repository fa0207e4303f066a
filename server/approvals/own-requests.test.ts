import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MS_PER_HOUR } from '@/server/durations'
import { issueOwnToken } from '@/server/keys/issue-own-token'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { spendingProject } from '@/server/policies/spending-project.test-data'
import { testDatabase } from '@/server/testing/test-database'
import { approve, as, list, type Person, person, reject, request, transactionOf } from './approvals.test-data'

let database: Awaited<ReturnType<typeof testDatabase>>
let project: Awaited<ReturnType<typeof spendingProject>>
let ada: Person
let tunde: Person

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  project = await spendingProject()
  ada = await person(project, 'Ada Obi')
  tunde = await person(project, 'Tunde Bello')
})

const rotate = async (who: Person) => {
  const { live } = await as(who, (ctx) => rotateKeyPair(ctx, { overlapHours: 24 }))
  return { ...project.tenant, actor: { type: 'key' as const, id: live.id } }
}

test('refuses whoever made the key that asked for it', async () => {
  const adasKey = await rotate(ada)
  const { transactionId, approvalId } = await request(project, { requester: adasKey })
  const own = { code: 'forbidden', message: 'You made the API key that asked for it: somebody else has to decide' }
  await expect(approve(ada, approvalId)).rejects.toMatchObject(own)
  await expect(reject(ada, approvalId)).rejects.toMatchObject(own)
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'awaiting_approval' })
  expect((await list(ada, 'pending')).items).toMatchObject([{ bar: 'key' }])
  expect((await list(tunde, 'pending')).items).toMatchObject([{ bar: null }])
  // Later keys change nothing about it.
  await rotate(ada)
  await expect(approve(ada, approvalId)).rejects.toMatchObject(own)
  await approve(tunde, approvalId)
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'queued' })
})

test('refuses whoever had a token of the key that asked for it, as long as it could be used', async () => {
  const key = await rotate(tunde)
  const takeToken = (who: Person, at: Date) =>
    as(who, (ctx) => issueOwnToken({ ...ctx, now: () => at }, { environment: 'live' }))
  const chi = await person(project, 'Chi Eze')
  await takeToken(ada, new Date())
  await takeToken(chi, new Date(Date.now() - MS_PER_HOUR))
  const { transactionId, approvalId } = await request(project, { requester: key })
  const own = {
    code: 'forbidden',
    message: 'You had a token of the API key that asked for it: somebody else has to decide',
  }
  await expect(approve(ada, approvalId)).rejects.toMatchObject(own)
  await expect(reject(ada, approvalId)).rejects.toMatchObject(own)
  expect((await list(ada, 'pending')).items).toMatchObject([{ bar: 'token' }])
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'awaiting_approval' })
  await approve(chi, approvalId)
})

test('refuses whoever rotated the keys while it waited, whichever key asked', async () => {
  const { approvalId } = await request(project, { requester: await rotate(tunde) })
  await rotate(ada)
  const own = { code: 'forbidden', message: 'You rotated the API keys while it waited: somebody else has to decide' }
  await expect(approve(ada, approvalId)).rejects.toMatchObject(own)
  await expect(approve(tunde, approvalId)).rejects.toMatchObject({ code: 'forbidden' })
  expect((await list(ada, 'pending')).items).toMatchObject([{ bar: 'rotation' }])
  await approve(await person(project, 'Chi Eze'), approvalId)
})

test('lets somebody decide whose key had no part in it', async () => {
  await rotate(ada)
  const { approvalId } = await request(project, { requester: await rotate(tunde) })
  const other = await spendingProject({ businessId: project.tenant.businessId })
  await as({ ...ada, projectId: other.tenant.projectId }, (ctx) => rotateKeyPair(ctx, { overlapHours: 24 }))
  await approve(ada, approvalId)
})

test('refuses whoever asked for it', async () => {
  const { transactionId, approvalId } = await request(project, { requester: ada })
  const own = { code: 'forbidden', message: 'You asked for this transaction: somebody else has to decide' }
  await expect(approve(ada, approvalId)).rejects.toMatchObject(own)
  await expect(reject(ada, approvalId)).rejects.toMatchObject(own)
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'awaiting_approval' })
  expect((await list(ada, 'pending')).items).toMatchObject([{ bar: 'request' }])
  expect((await list(tunde, 'pending')).items).toMatchObject([{ bar: null }])
  await approve(tunde, approvalId)
})
