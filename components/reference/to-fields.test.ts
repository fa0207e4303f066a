import { expect, test } from 'vitest'
import type { JsonSchema } from './json-schema'
import { toFields } from './to-fields'

test('names nested fields by the way to them', () => {
  const wallet = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const fields = toFields({
    type: 'object',
    properties: { data: { type: 'object', properties: { items: { type: 'array', items: wallet } } } },
  })
  expect(fields.map((field) => field.name)).toEqual(['data', 'data.items', 'data.items[].id'])
  expect(fields.map((field) => field.required)).toEqual([false, false, true])
})

test('says each variant of a union and each rule once', () => {
  const [field] = toFields({
    properties: {
      from: {
        anyOf: [
          { type: 'string', maxLength: 64 },
          { type: 'integer', minimum: 5 },
        ],
      },
    },
  })
  expect(field).toMatchObject({ type: 'string or integer', rules: ['At most 64 characters', 'At least 5'] })
})

test('a schema without a type takes any value', () => {
  const [args, result, object] = toFields({
    properties: { args: { anyOf: [{ items: {} }, { type: 'object' }] }, result: {}, object: { properties: {} } },
  })
  expect([args?.type, result?.type, object?.type]).toEqual(['array of any or object', 'any', 'object'])
})

test('the values of all variants are choices, each once', () => {
  const variant = (chainType: string) => ({
    properties: { chainType: { type: 'string', const: chainType }, speed: { type: 'string', enum: ['slow', 'fast'] } },
  })
  const [chainType, speed] = toFields({ oneOf: [variant('EVM'), variant('SOLANA'), variant('EVM')] })
  expect(chainType).toMatchObject({ choices: ['EVM', 'SOLANA'], rules: [] })
  expect(speed).toMatchObject({ choices: ['slow', 'fast'], rules: [] })
})

test('a description that differs between variants names the variant', () => {
  const variant = (chainType: string, properties: Record<string, JsonSchema>) => ({
    properties: { chainType: { type: 'string', const: chainType, description: `${chainType} chains.` }, ...properties },
    required: ['chainType'],
  })
  const [chainType, chainId, to, speed] = toFields({
    oneOf: [
      variant('EVM', {
        chainId: { type: 'integer', description: 'By EIP-155.' },
        to: { description: 'To.' },
        speed: {},
      }),
      variant('SOLANA', { chainId: { type: 'null', description: '101 or 103.' }, to: { description: 'To.' } }),
    ],
  })
  expect(chainType).toMatchObject({ required: true, description: '`EVM`: EVM chains. `SOLANA`: SOLANA chains.' })
  expect(chainId).toMatchObject({ type: 'integer or null', description: '`EVM`: By EIP-155. `SOLANA`: 101 or 103.' })
  expect(to?.description).toBe('To.')
  expect(speed?.description).toBeUndefined()
})

test('leaves out the bounds of integers and columns, and the pattern behind a format', () => {
  const fields = toFields({
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^.*$' },
      count: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      index: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
      bytes: { type: 'string', contentEncoding: 'base64' },
    },
  })
  expect(fields.flatMap((field) => field.rules)).toEqual([])
  expect(fields.map(({ type }) => type)).toEqual(['string (uuid)', 'integer', 'integer', 'string (base64)'])
})
