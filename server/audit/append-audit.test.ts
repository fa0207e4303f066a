import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { inTenant, type Tenant } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { appendAudit } from './append-audit'
import { verifyAudit } from './verify-audit'

const database = openDatabase()

async function tenantWithRows(count: number): Promise<Tenant> {
  const tenant = await createTenant()
  const add = (number: number) =>
    inTenant(tenant, (ctx) =>
      appendAudit(ctx, { action: 'policy.saved', target: `t${number}`, detail: { number, a: { b: null } } }),
    )
  await Promise.all(Array.from({ length: count }, (_, number) => add(number)))
  return tenant
}

const verify = (tenant: Tenant) => inTenant(tenant, verifyAudit)

/** Changes the audit log as a person with the owner's password could, after switching the triggers off. */
async function tamper(statement: string): Promise<void> {
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner
    .unsafe(`alter table audit_log disable trigger all; ${statement}; alter table audit_log enable trigger all`)
    .simple()
  await owner.end()
}

test('rows added at once form one chain without gaps', async () => {
  expect(await verify(await tenantWithRows(25))).toEqual({ isIntact: true, rows: 25 })
})

test.each([
  ['a changed detail', `update audit_log set detail = '{"number": 99}' where seq = 3`],
  ['another actor', `update audit_log set actor_id = 'x' where seq = 3`],
  ['a missing row', `delete from audit_log where seq = 3`],
])('notices %s', async (_name, statement) => {
  const tenant = await tenantWithRows(5)
  await tamper(`${statement} and business_id = '${tenant.businessId}'`)
  expect(await verify(tenant)).toEqual({ isIntact: false, rows: 2, brokenAt: 3 })
})

test('nobody changes or removes a row through the application', async () => {
  const tenant = await tenantWithRows(1)
  for (const statement of [sql`update audit_log set target = 'x'`, sql`delete from audit_log`]) {
    await expect(inTenant(tenant, ({ db }) => db.execute(statement))).rejects.toThrow()
  }
  expect(await verify(tenant)).toEqual({ isIntact: true, rows: 1 })
})

test('a row vanishes with the change it tells of', async () => {
  const tenant = await tenantWithRows(1)
  const failing = inTenant(tenant, async (ctx) => {
    await appendAudit(ctx, { action: 'project.renamed', target: 'x' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await verify(tenant)).toEqual({ isIntact: true, rows: 1 })
})
