import { expect, test } from 'vitest'
import { prefersCsv } from './prefers-csv'

test.each([
  ['text/csv', true],
  ['Text/CSV; charset=utf-8', true],
  ['text/csv, */*;q=0.1', true],
  ['application/json;q=0.5, text/csv', true],
  ['application/json, text/csv', false],
  ['application/json, text/csv;q=0.9', false],
  ['text/csv;q=0', false],
  ['text/csv;q=x', false],
  ['text/csvx', false],
  ['*/*', false],
  ['', false],
  [null, false],
])('Accept: %s', (accept, expected) => {
  expect(prefersCsv(accept)).toBe(expected)
})
