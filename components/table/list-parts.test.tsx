import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listParts } from './list-parts'
import type { ListPage } from './list-query'

function noticeOf(page: Partial<ListPage<string>>): string {
  const data = { items: ['a'], total: 3, page: 1, pageSize: 20, ...page }
  const query = { data, error: null, refetch: () => undefined, isFetching: false, isPlaceholderData: false }
  return renderToStaticMarkup(listParts({ query }).notice)
}

test('says above a page how many of its rows are missing because they could not be read', () => {
  expect(noticeOf({ unreadable: 1 })).toContain('1 row of this page could not be read and is missing.')
  expect(noticeOf({ unreadable: 2 })).toContain('2 rows of this page could not be read and are missing.')
})

test('says so above a list without pages', () => {
  const query = { data: { items: ['a'], unreadable: 1 }, error: null, refetch: () => undefined, isFetching: false }
  const { notice, pages } = listParts({ query: { ...query, isPlaceholderData: false }, onPage: () => undefined })
  expect(renderToStaticMarkup(notice)).toContain('1 row of this list could not be read and is missing.')
  expect(pages).toBeNull()
})

test.each([undefined, 0])('says nothing where all could be read: %s', (unreadable) => {
  expect(noticeOf({ unreadable })).toBe('')
})
