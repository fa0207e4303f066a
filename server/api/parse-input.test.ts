import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '@/server/errors'
import { parseInput } from './parse-input'

const schema = z.strictObject({
  chainId: z.number().int().optional(),
  fromAddress: z.union([z.string().min(3), z.number().int().min(0)]),
  inner: z.strictObject({ name: z.string().max(3) }).optional(),
})

function faults(value: unknown, against: z.ZodType = schema): { message: string; errors?: string[] } {
  try {
    parseInput(against, value)
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message, errors: error.errors }
    throw error
  }
  throw new Error('the input was taken')
}

test('names every field at fault', () => {
  expect(faults({ chainId: 1.5, inner: { name: 'long' } })).toEqual({
    message: 'Validation failed',
    errors: [
      'chainId: Invalid input: expected int, received number',
      'fromAddress: fromAddress is required',
      'inner.name: Too big: expected string to have <=3 characters',
    ],
  })
})

test('refuses unknown fields by name, also further down', () => {
  expect(faults({ fromAddress: 1, amuont: '1', inner: { name: 'a', x: 1 } }).errors?.sort()).toEqual([
    'amuont: unknown field',
    'inner.x: unknown field',
  ])
})

test('reports the branch of a union that came closest', () => {
  expect(faults({ fromAddress: -1 }).errors).toEqual(['fromAddress: Too small: expected number to be >=0'])
})

test('puts a contract text in the message', () => {
  const contract = z.object({ a: z.number().optional() }).superRefine((value, ctx) => {
    if (value.a !== undefined) return
    ctx.addIssue({ code: 'custom', path: ['a'], message: 'a is wanted', params: { contractMessage: 'a: a is wanted' } })
  })
  expect(faults({}, contract)).toEqual({ message: 'a: a is wanted', errors: ['a: a is wanted'] })
})

test('says when the body is no object', () => {
  expect(faults([]).errors).toEqual(['body: Invalid input: expected object, received array'])
})
