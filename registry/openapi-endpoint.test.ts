import { expect, test } from 'vitest'
import type { ApiRequest } from '@/server/api/api-request'
import { takeBucketToken } from '@/server/api/limit-call'
import { openDatabase } from '@/server/testing/open-database'
import { answerPath } from './answer-path'

openDatabase()

/** Enough tries to be refused: the address regains tokens while a call is answered, so a call may be admitted again. */
const TRIES = 100
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
  let answer = first
  for (let tries = 0; tries < TRIES && answer.status === 200; tries++) {
    await spendReads()
    answer = await answerPath(asked)
  }
  expect(answer.status).toBe(429)
})

/** Spends all reads of the address, as if it had read other things until it was refused. */
async function spendReads(): Promise<void> {
  while ((await takeBucketToken('ip:198.51.100.9:read', 600)).admitted);
}
