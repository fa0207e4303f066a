import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { lastPageAtMost } from './paging'

const rows = fc.integer({ min: 0, max: 90 })
const page = fc.integer({ min: 1, max: 10_000 })

describe('lastPageAtMost', () => {
  it('answers any page with rows where there are any, and the asked one where it exists', async () => {
    await fc.assert(
      fc.asyncProperty(rows, page, fc.boolean(), async (total, wanted, countsAlong) => {
        const all = Array.from({ length: total }, (_, row) => row)
        const found = await lastPageAtMost({ page: wanted }, async (input) => {
          const items = all.slice((input.page - 1) * 20, input.page * 20)
          return { items, page: input.page, pageSize: 20, total: countsAlong && items.length === 0 ? 0 : total }
        })
        const last = Math.max(1, Math.ceil(total / 20))
        expect(found.page).toBe(Math.min(wanted, last))
        expect(found.items).toEqual(all.slice((found.page - 1) * 20, found.page * 20))
      }),
      propertyRuns(),
    )
  })
})
