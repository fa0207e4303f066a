import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '@/registry/endpoints'
import { generatedFiles } from './generated-files'
import { readDocument } from './read-operations'
import { writeType } from './write-type'

const ROOT = resolve(import.meta.dirname, '../..')

test('the SDK is made from the OpenAPI document as it is now (`npm run sdk`)', () => {
  for (const [path, text] of Object.entries(generatedFiles()))
    expect(readFileSync(join(ROOT, path), 'utf8') === text, `${path} is out of date: npm run sdk`).toBe(true)
})

test('it has every operation', async () => {
  const { OPERATIONS } = await import('@/packages/sdk/src/generated/operations')
  expect(Object.keys(OPERATIONS)).toEqual(ENDPOINTS.map(({ id }) => id))
})

test('every request of the collection has a body that its operation takes', () => {
  const collection: { item: { request: { method: string; url: { raw: string }; body?: { raw: string } } }[] } =
    JSON.parse(readFileSync(join(ROOT, 'packages/postman-collection.json'), 'utf8'))
  expect(collection.item).toHaveLength(ENDPOINTS.length)
  const refused = collection.item.flatMap(({ request: { method, url, body } }) => {
    const path = url.raw.replace('{{baseUrl}}', '').replaceAll(/:(\w+)/g, '{$1}')
    const endpoint = ENDPOINTS.find((one) => one.method === method && one.path === path)
    if (!endpoint) return [`${method} ${path}`]
    if (!endpoint.body || !body || endpoint.takesBytes) return []
    const { success, error } = endpoint.body.safeParse(JSON.parse(body.raw))
    return success ? [] : [`${endpoint.id}: ${error}`]
  })
  expect(refused).toEqual([])
})

test('a field that is in a body and in the path is found', () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } } }
  const post = {
    operationId: 'twice',
    summary: '',
    security: [],
    parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
    requestBody: { required: true, content: { 'application/json': { schema: { oneOf: [schema] } } } },
    responses: {},
  }
  const document = { paths: { '/{id}': { post } }, webhooks: {}, components: { schemas: {} } }
  expect(() => readDocument(document)).toThrow('twice has id in its body and elsewhere')
})

test.each([
  [{ $ref: '#/components/schemas/Wallet' }, 'Wallet'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: true }, 'true'],
  [{ type: 'array', items: { oneOf: [{ type: 'integer' }, { type: 'string' }] } }, 'Array<number | string>'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
  [{ type: 'object', properties: { 'a-b': { type: 'null' } }, required: ['a-b'] }, '{ "a-b": null }'],
  [{}, 'unknown'],
])('%j as a type', (schema, type) => expect(writeType(schema)).toBe(type))
