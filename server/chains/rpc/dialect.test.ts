import { expect, test } from 'vitest'
import { isRateLimited } from './answer'

const LIMIT_EXCEEDED = -32005

test.each([
  'query returned more than 10000 results',
  'eth_getLogs is limited to a 10,000 range',
  'eth_getLogs is limited to 1000 blocks',
  'You can make eth_getLogs requests with up to a 10 block range',
  'exceed maximum block range: 5000',
  'block range is too large, max is 1k blocks',
  'maximum [from, to] blocks distance: 2000',
  'ranges over 10000 blocks are not supported on freetier',
  'Log response size exceeded',
])('%s is about the question, not about how much was asked of the endpoint', (message) => {
  expect(isRateLimited({ error: { code: LIMIT_EXCEEDED, message } })).toBe(false)
})

test.each([
  'daily request count exceeded, request rate limited',
  'Too Many Requests',
  'project ID request rate exceeded',
  'limit exceeded',
])('%s is about how much was asked', (message) => {
  expect(isRateLimited({ error: { code: LIMIT_EXCEEDED, message } })).toBe(true)
})
