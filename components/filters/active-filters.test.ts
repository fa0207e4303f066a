import { expect, test } from 'vitest'
import { countFilters, withoutFilters } from './active-filters'

const NONE = { status: null, chainId: null, from: '', to: '', metadata: '', search: '', page: 1 }

test('counts each filter once, and neither the search nor the page', () => {
  expect(countFilters(NONE)).toBe(0)
  expect(countFilters({ ...NONE, search: '0xab', page: 3 })).toBe(0)
  expect(countFilters({ ...NONE, status: 'FAILED', chainId: 1 })).toBe(2)
  expect(countFilters({ ...NONE, from: '2026-11-01', to: '2026-11-30' })).toBe(1)
  expect(countFilters({ ...NONE, to: '2026-11-30', metadata: 'customer=c-77' })).toBe(2)
})

test('takes off all filters and the page, and keeps the search and the tab', () => {
  expect(withoutFilters({ ...NONE, tab: 'payments', search: '0xab' })).toEqual({
    ...{ status: null, chainId: null, from: null, to: null, metadata: null },
    page: null,
  })
})
