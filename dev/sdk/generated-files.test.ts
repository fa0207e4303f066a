import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
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

const collection = z
  .object({
    event: z.array(z.object({ script: z.object({ exec: z.array(z.string()) }) })),
    item: z.array(
      z.object({
        name: z.string(),
        item: z.array(
          z.object({
            request: z.object({
              method: z.string(),
              url: z.object({ raw: z.string(), variable: z.array(z.object({ key: z.string(), value: z.string() })) }),
              body: z.object({ raw: z.string() }).optional(),
            }),
          }),
        ),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(ROOT, 'packages/postman-collection.json'), 'utf8')))
const requests = collection.item.flatMap(({ item }) => item)

test('the collection has a folder for each area, and an example for each part of a path', () => {
  expect(collection.item.map(({ name }) => name)).toEqual([...new Set(ENDPOINTS.map(({ tags: [area] }) => area))])
  const variables = requests.flatMap(({ request }) => request.url.variable)
  expect(variables.length).toBeGreaterThan(30)
  expect(variables.filter(({ value }) => value === '')).toEqual([])
})

test('the collection says so if it gets no token', () => {
  const script = collection.event.flatMap((event) => event.script.exec).join('\n')
  const given = new Map<string, unknown>([['tokenEndsAt', '0']])
  /** Runs the script before a request, with this response of the token endpoint. */
  const ask = (error: Error | null, response?: { code: number; json: () => object }) =>
    runInNewContext(script, {
      pm: {
        collectionVariables: { get: (name: string) => given.get(name), set: given.set.bind(given) },
        sendRequest: (_: object, answer: (...args: unknown[]) => void) => answer(error, response),
      },
    })
  for (const refused of [() => ask(new Error('refused')), () => ask(null, { code: 401, json: () => ({}) })])
    expect(refused).toThrow('No access token: check the variables baseUrl and apiKey')
  ask(null, { code: 200, json: () => ({ access_token: 'ey.to.ken', expires_in: 600 }) })
  expect(given.get('token')).toBe('ey.to.ken')
})

test('every request of the collection has a body that its operation takes', () => {
  expect(requests).toHaveLength(ENDPOINTS.length)
  const refused = requests.flatMap(({ request: { method, url, body } }) => {
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
