import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '@/server/testing/open-database'
import { answerRequest } from './answer-request'
import type { ApiRequest } from './api-request'
import { endpoint, reply } from './endpoint'

openDatabase()

const request: ApiRequest = {
  method: 'GET',
  path: '/v1/thing',
  search: '',
  header: () => null,
  clientIp: '127.0.0.1',
  readBody: async () => new Uint8Array(),
}
const thing = z.object({ id: z.string(), note: z.string().optional() })

/**
 * The answer that a caller gets when the operation replies with this data. The data has no static type, as with a row
 * of the database.
 */
function answerWith(status: 200, data: unknown) {
  const untyped: { id: string } = Object(data)
  const reported = endpoint({
    id: 'readThing',
    method: 'GET',
    path: '/v1/thing',
    summary: 'A thing',
    tags: ['Things'],
    auth: 'public',
    replies: { 200: thing },
    handle: async () => reply(status, 'A thing', untyped),
  })
  return answerRequest(reported, request)
}

describe('outside production', () => {
  test('sends what fits', async () => {
    const answer = await answerWith(200, { id: 'a', note: undefined })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { status: true, message: 'A thing', data: { id: 'a' } },
    ])
  })

  test.each([
    ['another type', { id: 1 }],
    ['a missing field', {}],
    ['a field the schema does not name', { id: 'a', secret: 'b' }],
    ['a field of undeclared depth', { id: 'a', note: { text: 'b' } }],
  ])('answers 500 in place of %s', async (_name, data) => {
    expect((await answerWith(200, data)).status).toBe(500)
  })
})

test('what a handler answers is typed by `replies`', () => {
  const described = {
    id: 'readThing',
    method: 'GET',
    path: '/v1/thing',
    summary: 'A thing',
    tags: ['Things'],
    auth: 'public',
    replies: { 200: thing },
  } as const
  // @ts-expect-error: the schema wants a text.
  endpoint({ ...described, handle: async () => reply(200, 'A thing', { id: 1 }) })
  // @ts-expect-error: no such status.
  endpoint({ ...described, handle: async () => reply(201, 'A thing', { id: 'a' }) })
  expect(endpoint({ ...described, handle: async () => reply(200, 'A thing', { id: 'a' }) }).replies).toBe(
    described.replies,
  )
})
