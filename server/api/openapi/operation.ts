import { z } from 'zod'
import { oauthErrorView } from '@/schemas/keys/contract'
import { quotaShortageView } from '@/schemas/usage/contract'
import { type Endpoint, isReading } from '@/server/api/endpoint'
import { needsNoBody } from '@/server/api/read-input'
import { REFUSAL_CODES, type RefusalCode, statusOf } from '@/server/refusals/refusals'
import { answerExample } from './examples'
import { headersOf } from './headers'
import { errorView, errorWith, type Json, type schemaWriter } from './schemas'

type Writer = ReturnType<typeof schemaWriter>

const SUCCESSES: Record<number, string> = { 200: 'Done', 201: 'Made', 202: 'Accepted: its outcome is still open' }

const OAUTH_REFUSALS: Record<number, string> = {
  400: '`invalid_request`, `unsupported_grant_type` or `invalid_scope`',
  401: '`invalid_client`: the API key is missing, malformed or not recognized',
  403: '`unauthorized_client`: the project is suspended, or this address is not on its allowlist',
  408: '`invalid_request`: the body did not arrive in time',
  415: '`invalid_request`: the body has a `Content-Encoding`',
  429: 'Too many requests. Please try again later.',
  500: '`server_error`',
  503: '`temporarily_unavailable`',
}

/** The body of a 429 of the token endpoint, which has both forms. */
const bothForms = oauthErrorView.extend(errorView.shape).meta({ id: 'OAuthRateLimited' })

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})
const shown = z.object({ description: z.string().optional(), examples: z.array(z.unknown()).optional() })

/** One endpoint as an operation of OpenAPI 3.1. */
export function toOperation(endpoint: Endpoint, writer: Writer): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: endpoint.tags,
    security: endpoint.auth === 'liveKey' ? [{ bearer: [] }, { oauth: endpoint.scope ? [endpoint.scope] : [] }] : [],
    parameters: toParameters(endpoint, writer),
    ...requestBody(endpoint, writer),
    responses: { ...successes(endpoint, writer), ...failures(endpoint, writer), ...ofOtherMethods(endpoint, writer) },
  }
}

function descriptionOf(endpoint: Endpoint): string {
  const capability = typeof endpoint.capability === 'string' ? `Requires capability \`${endpoint.capability}\`.` : ''
  return [endpoint.description, capability].filter(Boolean).join('\n\n')
}

function requestBody(endpoint: Endpoint, { write }: Writer): Json {
  const { body, shapes, auth } = endpoint
  if (!body) return {}
  const json = { 'application/json': { schema: write(shapes ?? body, 'input') } }
  const form = { 'application/x-www-form-urlencoded': json['application/json'] }
  return {
    requestBody: { required: !needsNoBody(endpoint), content: auth === 'oauth' ? { ...json, ...form } : json },
  }
}

function toParameters({ params, query, idempotent }: Endpoint, { write }: Writer): Json[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: idempotent === true,
    description:
      'A unique string of yours, a UUID for example. A retry with the same key returns the original result. Each project has separate keys.',
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [
    ...fieldsOf(params && write(params, 'input'), 'path'),
    ...fieldsOf(query && write(query, 'input'), 'query'),
    ...(idempotent ? [key] : []),
  ]
}

function fieldsOf(schema: Json | undefined, location: 'path' | 'query'): Json[] {
  const { properties, required } = objectSchema.parse(schema ?? {})
  return Object.entries(properties).map(([name, { description: _text, examples: _values, ...field }]) => {
    const { description, examples } = shown.parse(properties[name])
    const isRequired = location === 'path' || required.includes(name)
    const style = field.type === 'object' ? { style: 'deepObject', explode: true } : {}
    return { name, in: location, required: isRequired, ...style, description, example: examples?.[0], schema: field }
  })
}

function successes(endpoint: Endpoint, { write }: Writer): Json {
  const own = Object.entries(endpoint.replies).filter(([status]) => Number(status) < 400)
  return Object.fromEntries(
    own.map(([status, data]) => {
      const body =
        endpoint.raw || endpoint.streams
          ? { ...write(data, 'output'), ...examplesOf(endpoint, Number(status)) }
          : envelope(
              { ...write(data, 'output'), ...examplesOf(endpoint, Number(status)) },
              endpoint.beside && write(endpoint.beside, 'output'),
            )
      const headers = headersOf(endpoint, Number(status))
      if (endpoint.streams)
        return [status, { description: 'Events', headers, content: { 'text/event-stream': { schema: body } } }]
      const done = answer(SUCCESSES[Number(status)] ?? 'Done', body, headers)
      if (!endpoint.csv) return [status, done]
      const content = { ...Object(done.content), 'text/csv': { schema: write(endpoint.csv, 'output') } }
      return [status, { ...done, content }]
    }),
  )
}

function examplesOf({ id }: Endpoint, status: number): Json {
  const example = answerExample(id, status)
  return example === undefined ? {} : { examples: [example] }
}

function failures(endpoint: Endpoint, { write }: Writer): Json {
  if (endpoint.auth === 'oauth') {
    return Object.fromEntries(
      Object.entries(OAUTH_REFUSALS).map(([status, text]) => {
        const schema = write(status === '429' ? bothForms : oauthErrorView, 'output')
        return [status, answer(text, schema, headersOf(endpoint, Number(status)))]
      }),
    )
  }
  return Object.fromEntries(
    [...refusalsOf(endpoint)].map(([status, codes]) => {
      const causes = codes.map((code) => `\`${code}\``).join(', ')
      return [status, answer(causes, write(errorOf(endpoint, status), 'output'), headersOf(endpoint, status))]
    }),
  )
}

/**
 * Another method on the operation's path is refused before any operation runs. The token endpoint does not document it:
 * clients read `error` of its refusals, and this answer has none.
 */
function ofOtherMethods(endpoint: Endpoint, { write }: Writer): Json {
  if (endpoint.auth === 'oauth') return {}
  return { 405: answer('`method_not_allowed`', write(errorView, 'output'), headersOf(endpoint, 405)) }
}

/** The error body; with `data` where the operation's replies describe one for the status. */
function errorOf({ replies }: Endpoint, status: number): z.ZodType {
  const data = replies[status]
  if (!data) return errorView
  // A quota that is used up is refused with the same status.
  if (status === 402) return errorWith('PaymentRequired', z.union([data, quotaShortageView]))
  return errorWith(`Failed${data.meta()?.id ?? status}`, data)
}

function answer(description: string, schema: Json, headers: Json): Json {
  return { description, headers, content: { 'application/json': { schema } } }
}

function envelope(data: Json, beside: Json | undefined): Json {
  return {
    type: 'object',
    properties: {
      status: { type: 'boolean', const: true, description: 'True if the call succeeded.' },
      message: { type: 'string', description: 'The result, for people.', examples: ['Done'] },
      data: { description: 'The data of the response.', ...data },
      ...objectSchema.parse(beside ?? {}).properties,
    },
    required: ['status', 'message', 'data'],
  }
}

/** Every cause for which an operation may refuse a call, by status: those of the pipeline and its own. */
function refusalsOf(endpoint: Endpoint): Map<number, RefusalCode[]> {
  const codes = new Set<RefusalCode>([...ofPipeline(endpoint), ...ofItself(endpoint)])
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function ofPipeline(endpoint: Endpoint): RefusalCode[] {
  const { auth, scope, capability, idempotent, rateLimit, params, query, body } = endpoint
  const codes: RefusalCode[] = ['unavailable', 'internal']
  if (auth === 'liveKey')
    codes.push('token_missing', 'token_malformed', 'token_expired', 'token_unknown', 'context_missing')
  if (auth === 'liveKey') codes.push('test_key', 'project_suspended', 'ip_blocked')
  if (auth === 'liveKey' && !isReading(endpoint)) codes.push('recovering')
  if (scope) codes.push('scope_missing')
  if (capability) codes.push('capability_missing', 'subscription_missing', 'quota_exceeded')
  if (rateLimit) codes.push('rate_limited')
  if (params || query || body) codes.push('validation_failed')
  if (body) codes.push('body_malformed', 'body_too_large', 'body_too_slow', 'body_encoded')
  if (idempotent) {
    if (idempotent === true) codes.push('idempotency_key_missing')
    codes.push('idempotency_key_malformed', 'idempotency_reused', 'idempotency_expired')
  }
  return codes
}

function ofItself({ refusals = {} }: Endpoint): RefusalCode[] {
  return REFUSAL_CODES.filter((code) => Object.hasOwn(refusals, code))
}
