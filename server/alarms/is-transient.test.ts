import { expect, test } from 'vitest'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { isTransient } from './is-transient'

const postgres = (code: string) => Object.assign(new Error('x'), { name: 'PostgresError', code })

test.each([
  [new RpcUnavailableError('away'), true],
  [new RpcError({ code: -32000, message: 'header not found' }), true],
  [new RpcError({ code: -32602, message: 'invalid address' }), false],
  [new LeaseLostError('x'), true],
  [new Error('Failed query', { cause: postgres('53100') }), true],
  [postgres('40P01'), true],
  [postgres('08006'), true],
  [postgres('22P02'), false],
  [z.object({ id: z.string() }).safeParse({}).error, false],
  [new TypeError('a slip'), false],
])('%s passes by itself: %s', (error, expected) => {
  expect(isTransient(error)).toBe(expected)
})
