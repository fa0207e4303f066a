import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys, ipAllowlist } from '@/db/schema'
import { answerPath } from '@/registry/answer-path'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { inOperator, workerCtx } from '@/server/ctx'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { anyOperator } from '@/server/testing/any-operator'
import { newCaller } from '@/server/testing/callers'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()

/** Opens a stream as a client does, and tells when it ends. */
async function open() {
  const { tenant, token, subject } = await newCaller({})
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request('http://api.test/v1/events/stream', { headers })
  const { status, body } = toResponse(await answerPath(toApiRequest(request)))
  const reader = body?.getReader()
  if (status !== 200 || !reader) throw new Error(`the stream was answered ${status}`)
  const seen = { isOver: false }
  const reading = (async () => {
    while (!(await reader.read()).done);
    seen.isOver = true
  })()
  return { tenant, keyId: subject.keyId, seen, reading, close: () => reader.cancel() }
}

test('an open stream ends when its key is revoked, its project or business is suspended, or its address is not allowed', {
  timeout: 120_000,
}, async () => {
  const { db } = workerCtx()
  const revoked = await open()
  const ofProject = await open()
  const ofBusiness = await open()
  const elsewhere = await open()
  const kept = await open()
  await db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, revoked.keyId))
  await inOperator(anyOperator(), async (ctx) => {
    const { businessId, projectId } = ofProject.tenant
    await setProjectStatus(ctx, { businessId, projectId, status: 'suspended' })
    await setBusinessStatus(ctx, { businessId: ofBusiness.tenant.businessId, status: 'suspended' })
  })
  const { businessId, projectId } = elsewhere.tenant
  const address = { businessId, projectId, ipAddress: '203.0.113.7', label: 'The office', createdBy: 'test' }
  await db.insert(ipAllowlist).values(address)
  const ended = [revoked, ofProject, ofBusiness, elsewhere]
  await Promise.all(ended.map(({ reading }) => reading))
  expect([...ended, kept].map(({ seen }) => seen.isOver)).toEqual([true, true, true, true, false])
  await kept.close()
  await kept.reading
})
