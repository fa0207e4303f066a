import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { requestLog } from '@/db/schema'
import { inTenantReading, inWorker } from '@/server/ctx'
import { PART_SIZE } from '@/server/paging-after'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { listRequests, listRequestsAfter } from './list-requests'

openDatabase()

test('parts hold every row once, those of one millisecond too, and days narrow them as they narrow the list', async () => {
  const { businessId, projectId, ...rest } = await createTenant()
  const tenant = { businessId, projectId, ...rest }
  const base = { businessId, projectId, method: 'GET', path: '/v1/x', status: 200, durationMs: 1 }
  const at = new Date('2026-11-20T10:00:00.123Z')
  const count = PART_SIZE + 5
  const rows = Array.from({ length: count }, () => ({ ...base, id: newId(), createdAt: at }))
  const other = { ...base, id: newId(), createdAt: new Date('2026-11-22T10:00:00.000Z') }
  await inWorker(({ db }) => db.insert(requestLog).values([...rows, other]))
  const read = (after: { at: string; id: string } | null) =>
    inTenantReading(tenant, (ctx) =>
      listRequestsAfter({ ...ctx, projectId }, { after, from: '2026-11-20', to: '2026-11-21' }),
    )
  const first = await read(null)
  const second = await read(first.next)
  expect(second.next).toBeNull()
  const seen = [...first.items, ...second.items].map(({ id }) => id)
  expect(new Set(seen).size).toBe(count)
  expect(seen).toHaveLength(count)
  const day = await inTenantReading(tenant, (ctx) =>
    listRequests({ ...ctx, projectId }, { from: '2026-11-22', to: '2026-11-22', page: 1 }),
  )
  expect(day.items.map(({ id }) => id)).toEqual([other.id])
})

test('calls are narrowed to those of one API key, and the key of another project finds none', async () => {
  const [own, stranger] = [await createTenant(), await createTenant()]
  const keyId = newId()
  const call = { method: 'GET', path: '/v1/x', status: 200, durationMs: 1 }
  const rowOf = ({ businessId, projectId }: typeof own, by: string | null) => {
    return { ...call, businessId, projectId, id: newId(), keyId: by }
  }
  const rows = [rowOf(own, keyId), rowOf(own, newId()), rowOf(own, null), rowOf(stranger, keyId)]
  await inWorker(({ db }) => db.insert(requestLog).values(rows))
  const idsFor = (tenant: typeof own, wanted: string) =>
    inTenantReading(tenant, async (ctx) => {
      const project = { ...ctx, projectId: tenant.projectId }
      const page = await listRequests(project, { keyId: wanted, page: 1 })
      const part = await listRequestsAfter(project, { keyId: wanted, after: null })
      expect(part.items).toEqual(page.items)
      return [page.total, ...page.items.map(({ id }) => id)]
    })
  expect(await idsFor(own, keyId)).toEqual([1, rows[0]?.id])
  expect(await idsFor(stranger, rows[1]?.keyId ?? '')).toEqual([0])
})

test('all errors are one outcome, of the caller and of the platform', async () => {
  const { businessId, projectId, ...rest } = await createTenant()
  const base = { businessId, projectId, method: 'GET', path: '/v1/x', durationMs: 1 }
  const rows = [200, 302, 400, 422, 503].map((status) => ({ ...base, id: newId(), status }))
  await inWorker(({ db }) => db.insert(requestLog).values(rows))
  const statusesOf = (outcome: 'success' | 'error' | 'refused' | 'failed') =>
    inTenantReading({ businessId, projectId, ...rest }, async (ctx) => {
      const { items } = await listRequests({ ...ctx, projectId }, { outcome, page: 1 })
      return items.map(({ status }) => status).toSorted()
    })
  expect(await statusesOf('error')).toEqual([400, 422, 503])
  expect(await statusesOf('refused')).toEqual([400, 422])
  expect(await statusesOf('failed')).toEqual([503])
  expect(await statusesOf('success')).toEqual([200, 302])
})
