import { expect, test } from 'vitest'
import { z } from 'zod'
import { withoutNulls } from './parse-input'

const inner = z.strictObject({ to: z.string(), data: z.string().optional() })
const schema = z.strictObject({
  name: z.string(),
  count: z.int().default(1),
  label: z.string().optional(),
  limit: z.int().nullable().optional(),
  inner: inner.optional(),
  many: z.array(inner).default([]),
})

test('takes the null of an optional field away, however deep', () => {
  const body = { name: 'a', count: null, label: null, inner: { to: 'b', data: null }, many: [{ to: 'c', data: null }] }
  expect(withoutNulls(schema, body)).toEqual({ name: 'a', inner: { to: 'b' }, many: [{ to: 'c' }] })
})

test('leaves a null that means something: of a required field, of one that takes it, of one that is not known', () => {
  const body = { name: null, limit: null, other: null, inner: { to: null } }
  expect(withoutNulls(schema, body)).toEqual(body)
})

test('looks into whichever branch of a union has the field', () => {
  const either = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), note: z.string().optional() }),
    z.strictObject({ kind: z.literal('b'), size: z.int().optional() }),
  ])
  expect(withoutNulls(either, { kind: 'b', size: null })).toEqual({ kind: 'b' })
})

test('leaves everything that is no object as it is', () => {
  for (const value of [null, 1, 'a', [null], true]) expect(withoutNulls(schema, value)).toEqual(value)
})
