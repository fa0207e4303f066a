import { expect, test } from 'vitest'
import { isTransient } from '@/server/alarms/is-transient'
import { RpcError } from '@/server/chains/rpc'
import { rangeAfterRefusal } from './range-after-refusal'

const RANGE = { size: 8, ceiling: 200 }
const refused = new RpcError({ code: -32602, message: 'Log response size exceeded' })

function thrown(error: unknown, isDivisible: boolean): unknown {
  try {
    return rangeAfterRefusal(error, { range: RANGE, isDivisible })
  } catch (caught) {
    return caught
  }
}

test('a refused range is asked for in smaller ones', () => {
  expect(thrown(refused, true)).toEqual({ size: 4, ceiling: 200 })
})

test('a refused block is asked for again, though its code says that the question is wrong', () => {
  expect(isTransient(refused)).toBe(false)
  expect(isTransient(thrown(refused, false))).toBe(true)
})

test('what is about something else stays what it is', () => {
  const other = new RpcError({ code: -32602, message: 'missing value for required argument 0' })
  expect(thrown(other, true)).toBe(other)
  expect(thrown(other, false)).toBe(other)
})
