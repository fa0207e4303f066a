import { expect, test } from 'vitest'
import { CURED_BY_PAGES } from '@/components/requests/refusal-cure'
import { isRefusalCode } from '@/server/refusals/refusals'

test('every code that a page of the portal cures is a code of the API, under one page', () => {
  const codes = Object.values(CURED_BY_PAGES).flat()
  expect(codes.filter((code) => !isRefusalCode(code))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
})
