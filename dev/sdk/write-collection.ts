import { toExample } from '@/packages/cli/src/example-events'
import { type ReadOperation, readDocument } from './read-operations'
import type { Schema } from './write-type'

const TOKEN_SCRIPT = [
  "const isFresh = Number(pm.collectionVariables.get('tokenEndsAt')) > Date.now()",
  'if (!isFresh) pm.sendRequest({',
  "  url: pm.collectionVariables.get('baseUrl') + '/v1/oauth/token', method: 'POST',",
  "  header: { 'Content-Type': 'application/json' },",
  "  body: { mode: 'raw', raw: JSON.stringify({ grant_type: 'client_credentials', client_secret: pm.collectionVariables.get('apiKey') }) },",
  '}, (error, response) => {',
  "  if (error || response.code !== 200) throw new Error('No access token: check the variables baseUrl and apiKey')",
  "  pm.collectionVariables.set('token', response.json().access_token)",
  "  pm.collectionVariables.set('tokenEndsAt', Date.now() + (response.json().expires_in - 60) * 1000)",
  '})',
]

/**
 * All operations as a Postman collection (v2.1), which Bruno imports too: a folder for each area. It gets its tokens,
 * and a key for each write.
 */
export function writeCollection(document: unknown): object {
  const { operations, schemas } = readDocument(document)
  const areas = [...new Set(operations.map(({ area }) => area))]
  const variables = { baseUrl: 'https://api.example.com', apiKey: '', token: '', tokenEndsAt: '0' }
  return {
    info: {
      name: 'Slipway API',
      description: 'Set the variables baseUrl and apiKey of the collection. Tokens are fetched before each request.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: TOKEN_SCRIPT } }],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: areas.map((area) => ({
      name: area,
      item: operations.filter((one) => one.area === area).map((operation) => toItem(operation, schemas)),
    })),
  }
}

function toItem(operation: ReadOperation, schemas: Record<string, Schema>): object {
  const { id, summary, method, path, pathFields, queryFields, body, takesKey, isPublic } = operation
  const segments = path.slice(1).split('/')
  const header = [
    ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
  ]
  const url = {
    raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    host: ['{{baseUrl}}'],
    path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
    query: queryFields.map(({ name, description, schema, example }) => ({
      ...{ key: schema.type === 'object' ? `${name}[key]` : name, value: textOf(example) },
      ...{ description, disabled: true },
    })),
    variable: pathFields.map(({ name, description, example }) => ({ key: name, value: textOf(example), description })),
  }
  const raw = body && JSON.stringify(toExample(body.schema, schemas, method !== 'PATCH'), null, 2)
  const request = {
    method,
    header,
    url,
    description: `${id}: ${summary}`,
    ...(isPublic ? { auth: { type: 'noauth' } } : {}),
    ...(raw
      ? { body: { mode: 'raw', raw: raw.replace('sk_live_…', '{{apiKey}}'), options: { raw: { language: 'json' } } } }
      : {}),
  }
  return { name: summary, request }
}

function textOf(example: unknown): string {
  return typeof example === 'string' || typeof example === 'number' ? String(example) : ''
}
