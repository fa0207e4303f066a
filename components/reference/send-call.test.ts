import { expect, test } from 'vitest'
import type { Parameter } from './read-reference'
import { urlOf } from './send-call'

const parameter = (name: string, location: Parameter['location'], type = 'string'): Parameter => ({
  name,
  location,
  type,
  required: true,
  choices: [],
  rules: [],
  example: '',
})

test('puts values into path and query, escaped, and leaves empty ones out', () => {
  const operation = {
    method: 'GET',
    path: '/v1/things/{id}',
    parameters: [
      parameter('id', 'path'),
      parameter('q', 'query'),
      parameter('page', 'query'),
      parameter('Key', 'header'),
    ],
  }
  expect(urlOf(operation, { id: '../a b', q: 'x&y', page: '', Key: 'k' })).toBe('/v1/things/..%2Fa%20b?q=x%26y')
})

test('sends the pairs of an object as parameters of their own', () => {
  const operation = { method: 'GET', path: '/v1/things', parameters: [parameter('metadata', 'query', 'object')] }
  const url = new URL(urlOf(operation, { metadata: 'customer=c-77&order=5' }), 'http://x.test')
  expect([...url.searchParams]).toEqual([
    ['metadata[customer]', 'c-77'],
    ['metadata[order]', '5'],
  ])
  expect(urlOf(operation, { metadata: '' })).toBe('/v1/things')
})
