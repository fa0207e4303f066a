import { expect, test } from 'vitest'
import type { Parameter } from './read-reference'
import { urlOf } from './send-call'

const parameter = (name: string, location: Parameter['location']): Parameter => ({
  name,
  location,
  type: 'string',
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
