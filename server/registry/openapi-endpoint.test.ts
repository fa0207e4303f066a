import { expect, test } from 'vitest'
import type { ApiRequest } from '@/server/api/api-request'
import { openDatabase } from '@/server/testing/open-database'
import { answerPath } from './answer-path'

openDatabase()

const MANY = 5_000
const asked: ApiRequest = {
  method: 'GET',
  path: '/v1/openapi.json',
  search: '',
  header: () => null,
  clientIp: '198.51.100.9',
  readBody: async () => new Uint8Array(),
}

test('an address that asks for the document again and again is refused, as for any other read', async () => {
  const first = await answerPath(asked)
  expect(first.status).toBe(200)
  expect(JSON.parse(first.body)).toMatchObject({ openapi: '3.1.0' })
  let asks = 1
  while (asks < MANY && (await answerPath(asked)).status === 200) asks += 1
  expect(asks).toBeLessThan(MANY)
})
