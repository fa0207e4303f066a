import { afterEach, expect, test, vi } from 'vitest'
import { refusalText } from './refusal-text'

afterEach(() => vi.unstubAllGlobals())

test('says nothing where nothing failed', () => {
  expect(refusalText(null)).toBeNull()
})

test('says what is wrong with each field, or else the refusal itself', () => {
  const data = { code: 'BAD_REQUEST', errors: ['amountUsd: too much', 'reason: is missing'] }
  expect(refusalText({ message: 'Validation failed', data })).toBe('amountUsd: too much reason: is missing')
  expect(refusalText({ message: 'Plan not found', data: { code: 'NOT_FOUND' } })).toBe('Plan not found')
})

test('says that a failure on the other side may be sent again, and which request it was', () => {
  const data = { code: 'INTERNAL_SERVER_ERROR', requestId: 'r-1' }
  expect(refusalText({ message: 'Something went wrong.', data })).toBe(
    'Something went wrong. You can safely retry without changes. The request is never executed twice. Request r-1',
  )
})

test.each([
  [true, /^The server did not answer. We cannot tell yet/],
  [false, /^You are offline. We cannot tell yet/],
])('without an answer it says that nobody knows, and that it may be sent again (online: %s)', (onLine, text) => {
  vi.stubGlobal('navigator', { onLine })
  expect(refusalText({ message: 'Failed to fetch' })).toMatch(text)
  expect(refusalText({ message: 'Failed to fetch' })).toContain('never executed twice')
})
