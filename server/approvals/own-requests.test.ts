import { beforeEach, expect, test } from 'vitest'
import type { SelfApprovalReason } from '@/schemas/approvals/words'
import { MS_PER_HOUR } from '@/server/durations'
import { issueOwnToken } from '@/server/keys/issue-own-token'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { currentSigningKey } from '@/server/keys/signing-keys'
import { type SpendingProject, spendingProject } from '@/server/policies/spending-project.test-data'
import { openDatabase } from '@/server/testing/open-database'
import {
  approve,
  as,
  list,
  type Person,
  person,
  projectOfTwo,
  reject,
  request,
  transactionOf,
} from './approvals.test-data'

openDatabase()
let project: SpendingProject
let ada: Person
let tunde: Person

beforeEach(async () => {
  ;({ project, ada, tunde } = await projectOfTwo())
})

const rotate = async (who: Person) => {
  const { live } = await as(who, (ctx) => rotateKeyPair(ctx, { overlapHours: 24 }))
  return { ...project.tenant, actor: { type: 'key' as const, id: live.id } }
}

/** Through `/v1`, with the key itself or a token of it. */
const rotateByKey = async (key: Person) => ({
  ...key,
  actor: { type: 'key' as const, id: (await rotate(key)).actor.id },
})

type Asked = Awaited<ReturnType<typeof request>>

/** They may make neither decision, and the list says why; the transaction keeps waiting for another person. */
async function expectBarred(who: Person, asked: Asked, { bar, message }: { bar: SelfApprovalReason; message: string }) {
  const refusal = { code: 'forbidden', message: `${message}: another owner must decide` }
  await expect(approve(who, asked.approvalId)).rejects.toMatchObject(refusal)
  await expect(reject(who, asked.approvalId)).rejects.toMatchObject(refusal)
  expect((await list(who, 'pending')).items).toMatchObject([{ bar }])
  expect(await transactionOf(asked.transactionId)).toMatchObject({ stage: 'awaiting_approval' })
}

test('refuses whoever made the key that asked for it', async () => {
  const adasKey = await rotate(ada)
  const asked = await request(project, { requester: adasKey })
  const own = { bar: 'key', message: 'You created the API key that requested it' } as const
  await expectBarred(ada, asked, own)
  expect((await list(tunde, 'pending')).items).toMatchObject([{ bar: null }])
  // Later keys change nothing about it.
  await rotate(ada)
  await expectBarred(ada, asked, own)
  await approve(tunde, asked.approvalId)
  expect(await transactionOf(asked.transactionId)).toMatchObject({ stage: 'queued' })
})

async function takeOwnToken(who: Person, at: { now?: () => Date } = {}) {
  const signingKey = await currentSigningKey()
  return as(who, (ctx) => issueOwnToken({ ...ctx, ...at }, { environment: 'live', signingKey }))
}

test('refuses whoever had a token of the key that asked for it, as long as it could be used', async () => {
  const key = await rotate(tunde)
  const takeToken = (who: Person, at: Date) => takeOwnToken(who, { now: () => at })
  const chi = await person(project, 'Chi Eze')
  await takeToken(ada, new Date())
  await takeToken(chi, new Date(Date.now() - MS_PER_HOUR))
  const asked = await request(project, { requester: key })
  await expectBarred(ada, asked, { bar: 'token', message: 'You had a token of the API key that requested it' })
  await approve(chi, asked.approvalId)
})

test('refuses whoever rotated the keys while it waited, whichever key asked', async () => {
  const asked = await request(project, { requester: await rotate(tunde) })
  await rotate(ada)
  await expectBarred(ada, asked, { bar: 'rotation', message: 'You rotated the API keys while it waited' })
  await expect(approve(tunde, asked.approvalId)).rejects.toMatchObject({ code: 'forbidden' })
  await approve(await person(project, 'Chi Eze'), asked.approvalId)
})

test('refuses whoever had a token of the key that made the one that asked', async () => {
  const key = await rotate(tunde)
  await takeOwnToken(ada)
  const successor = await rotateByKey(key)
  const message = 'The API key that requested it was created by one you had'
  await expectBarred(ada, await request(project, { requester: successor }), { bar: 'successor', message })
})

test('refuses whoever made a key that the one that asked comes from', async () => {
  const successor = await rotateByKey(await rotateByKey(await rotate(ada)))
  const asked = await request(project, { requester: successor })
  const message = 'The API key that requested it was created by one you had'
  await expectBarred(ada, asked, { bar: 'successor', message })
  await approve(tunde, asked.approvalId)
})

test('refuses whoever rotated the keys by a token while it waited', async () => {
  const key = await rotate(tunde)
  const asked = await request(project, { requester: tunde })
  await takeOwnToken(ada)
  await rotateByKey(key)
  await expectBarred(ada, asked, { bar: 'rotation', message: 'You rotated the API keys while it waited' })
})

test('lets somebody decide whose key had no part in it', async () => {
  await rotate(ada)
  const { approvalId } = await request(project, { requester: await rotate(tunde) })
  const other = await spendingProject({ businessId: project.tenant.businessId })
  await as({ ...ada, projectId: other.tenant.projectId }, (ctx) => rotateKeyPair(ctx, { overlapHours: 24 }))
  await approve(ada, approvalId)
})

test('refuses whoever asked for it', async () => {
  const asked = await request(project, { requester: ada })
  await expectBarred(ada, asked, { bar: 'request', message: 'You requested this transaction' })
  expect((await list(tunde, 'pending')).items).toMatchObject([{ bar: null }])
  await approve(tunde, asked.approvalId)
})
