import { z } from 'zod'
import { MESSAGES } from '@/server/errors'
import { oauthErrorView } from '@/server/keys/contract'
import { gasShortageView } from '@/server/ledger/contract'
import { type Endpoint, SCOPES } from './endpoint'

type Json = Record<string, unknown>

const ERROR_RESPONSES: Record<number, string> = {
  400: 'Malformed parameter, body or unsupported value',
  401: 'Missing or invalid token, or missing project or business context',
  402: "Wallet balance cannot cover estimated gas, or no subscription for the product's plan",
  403: 'Test token, missing capability or scope, blocked address, or cross-business access',
  404: 'Unknown id or a resource not owned by the project',
  422: 'Validation passed but the operation failed',
  429: MESSAGES.rateLimited,
  500: 'Unexpected failure; quote the X-Request-Id',
  503: 'An upstream dependency is unavailable; retry',
}

/** The OpenAPI 3.1 document of the given endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: toOperation(endpoint) }
  }
  const tags = [...new Set(endpoints.flatMap((endpoint) => endpoint.tags))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway API',
      version: '1.0.0',
      description:
        'HD wallets and token transfers. Exchange a project API key for a bearer token at `POST /v1/oauth/token`, then send it as `Authorization: Bearer`.',
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of a live key.' },
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${baseUrl}/v1/oauth/token`,
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, scope])),
            },
          },
        },
      },
      schemas: {
        Error: errorSchema(),
        PaymentRequired: paymentRequiredSchema(),
        OAuthError: toSchema(oauthErrorView, 'output'),
      },
      headers: { RequestId: { description: 'Quote it when you contact support.', schema: { type: 'string' } } },
    },
  }
}

function toOperation(endpoint: Endpoint): Json {
  const body = endpoint.body
    ? { requestBody: { required: true, content: bodyContent(endpoint, toSchema(endpoint.body, 'input')) } }
    : {}
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: endpoint.tags,
    security: endpoint.auth === 'liveKey' ? [{ bearer: [] }, { oauth: endpoint.scope ? [endpoint.scope] : [] }] : [],
    parameters: toParameters(endpoint),
    ...body,
    responses: { ...successes(endpoint), ...failures(endpoint) },
  }
}

function bodyContent(endpoint: Endpoint, schema: Json): Json {
  const json = { 'application/json': { schema } }
  return endpoint.auth === 'oauth' ? { ...json, 'application/x-www-form-urlencoded': { schema } } : json
}

function descriptionOf(endpoint: Endpoint): string {
  const capability = typeof endpoint.capability === 'string' ? `Requires capability \`${endpoint.capability}\`.` : ''
  return [endpoint.description, capability].filter(Boolean).join('\n\n')
}

function toParameters(endpoint: Endpoint): Json[] {
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A unique string of yours, a UUID for example. A retry with the same key returns the original result. Each project has keys of its own.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [header] : []),
  ]
}

function fieldsOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required } = objectSchema.parse(toSchema(schema, 'input'))
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

function successes(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.replies).map(([status, data]) => {
      const schema = toSchema(data, 'output')
      const body = endpoint.raw ? schema : envelope(schema, Number(status) < 400)
      return [status, answer(Number(status) < 400 ? 'Success' : 'The operation failed', body)]
    }),
  )
}

function failures(endpoint: Endpoint): Json {
  const own = Object.keys(endpoint.replies)
  const statuses = endpoint.auth === 'liveKey' ? Object.keys(ERROR_RESPONSES) : ['400', '429', '500', '503']
  const extra = endpoint.auth === 'oauth' ? ['401', '403'] : []
  const bodyOf = (status: string) => {
    const name = endpoint.auth === 'oauth' ? 'OAuthError' : status === '402' ? 'PaymentRequired' : 'Error'
    return { $ref: `#/components/schemas/${name}` }
  }
  return Object.fromEntries(
    [...statuses, ...extra]
      .filter((status) => !own.includes(status))
      .map((status) => [status, answer(ERROR_RESPONSES[Number(status)] ?? 'Refused', bodyOf(status))]),
  )
}

function answer(description: string, schema: Json): Json {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema } },
  }
}

function envelope(data: Json, isSuccess: boolean): Json {
  return {
    type: 'object',
    properties: { status: { type: 'boolean', const: isSuccess }, message: { type: 'string' }, data },
    required: ['status', 'message', 'data'],
  }
}

/** The error body with the figures of a gas refusal. */
function paymentRequiredSchema(): Json {
  const data = { ...toSchema(gasShortageView, 'output'), description: 'Where gas is what cannot be paid.' }
  return { ...errorSchema(), properties: { ...ERROR_FIELDS, data } }
}

function errorSchema(): Json {
  return { type: 'object', properties: ERROR_FIELDS, required: ['status', 'message'] }
}

const ERROR_FIELDS = {
  status: { type: 'boolean', const: false },
  message: { type: 'string' },
  code: { type: 'string', description: 'A stable name of the refusal, where it has one: `testnets_only`.' },
  errors: { type: 'array', items: { type: 'string' }, description: 'Per-field messages, `field: message`.' },
  retryAfter: { type: 'number', description: 'Seconds; with 429.' },
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}
