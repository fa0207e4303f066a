import { expect, test } from 'vitest'
import { REMEDY_PAGES } from '@/components/requests/refusal-remedy'
import { isRefusalCode } from '@/server/refusals/refusals'

test('every code that a page of the portal remedies is a code of the API, under one page', () => {
  const codes = Object.values(REMEDY_PAGES).flat()
  expect(codes.filter((code) => !isRefusalCode(code))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
})
