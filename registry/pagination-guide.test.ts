import { expect, test } from 'vitest'
import { z } from 'zod'
import { listGuides } from '@/components/guides/guides'
import { readDocument } from '@/dev/sdk/read-operations'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'

const { operations } = readDocument(JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example.com'))))
const [lists = '', pages = ''] =
  listGuides('https://api.example').find(({ id }) => id === 'pagination')?.paragraphs ?? []
const sizes = z.object({ default: z.literal(20), maximum: z.number() })

/** The operations whose list continues so, with the field of their pages. */
function listsBy(size: string, style: string): { ids: string[]; fields: string[]; maxima: number[] } {
  const found = operations.flatMap(({ id, list, queryFields }) => {
    const field = queryFields.find(({ name }) => name === size)
    return list && field && queryFields.some(({ name }) => name === style)
      ? [{ id, field: list.field, maximum: sizes.parse(field.schema).maximum }]
      : []
  })
  return {
    ids: found.map(({ id }) => id),
    fields: [...new Set(found.map(({ field }) => field))],
    maxima: [...new Set(found.map(({ maximum }) => maximum))],
  }
}

test('the guide says how each list continues', () => {
  expect(listsBy('limit', 'cursor')).toEqual({
    ids: ['listTransactions', 'listDeposits'],
    fields: ['items'],
    maxima: [100],
  })
  expect(lists).toContain('Transactions and deposits are listed newest first, with `limit` (default 20, maximum 100)')
  const bySize = listsBy('pageSize', 'page')
  expect([bySize.fields, bySize.maxima]).toEqual([['items'], [100]])
  expect(bySize.ids.filter((id) => !/wallet|payment|subscription|token/i.test(id))).toEqual([])
  const byLimit = listsBy('limit', 'page')
  expect([byLimit.fields, byLimit.maxima]).toEqual([['data'], [200]])
  expect(byLimit.ids.filter((id) => !/sweep|blocked|endpoint|indexer/i.test(id))).toEqual([])
  expect(pages).toMatch(
    /wallets, payments, subscriptions and tokens accept `page`.* `pageSize` .*maximum 100\).*`items`/,
  )
  expect(pages).toMatch(
    /sweep rules, blocked addresses, webhook endpoints and event subscriptions.*maximum 200\).*`data` and `meta`/,
  )
})
