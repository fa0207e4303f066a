import { asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '@/db/new-id'
import { accountLinks, auditLog } from '@/db/schema'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { listApiKeys } from '@/server/keys/list-api-keys'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { createOwnedBusiness } from './create-owned-business'

// No email is sent here: they only wait.
beforeAll(() => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9'))
openDatabase()

test('a business is made with a project whose owner may create keys, and with the invitation of its owner', async () => {
  const who = anyOperator()
  const secret = await newWebhookSecret(newId())
  const ownerEmail = `${v7()}@example.test`
  const made = await inOperator(who, (ctx) =>
    createOwnedBusiness(ctx, { name: 'Lagoon', ownerName: 'Lola', ownerEmail, newSecret: secret }),
  )
  const [link] = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.memberOf, made.id))
  expect(link).toMatchObject({ kind: 'invitation', email: ownerEmail, name: 'Lola', role: 'owner' })
  expect(made.link).toBeNull()
  const rows = await workerCtx()
    .db.select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.businessId, made.id))
    .orderBy(asc(auditLog.seq))
  expect(rows.map(({ action }) => action)).toEqual([
    'business.created',
    'project.created',
    'key.allowed',
    'person.invited',
  ])
  const ofProject = { ...who, businessId: made.id, projectId: secret.projectId }
  expect(await inTenant(ofProject, (ctx) => listApiKeys({ ...ctx, projectId: secret.projectId }))).toEqual({
    items: [],
    mayCreate: true,
  })
})
