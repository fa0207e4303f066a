import { z } from 'zod'
import { type Schema, schemaShape } from './write-type'

const content = z.record(z.string(), z.object({ schema: schemaShape }))
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).default([]),
  security: z.array(z.unknown()),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        description: z.string().optional(),
        example: z.unknown().optional(),
        schema: schemaShape,
      }),
    )
    .default([]),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
})
const webhook = z.object({ post: z.object({ requestBody: z.object({ content }) }) })
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), webhook),
  components: z.object({ schemas: z.record(z.string(), schemaShape) }),
})

type Parameter = z.infer<typeof operation>['parameters'][number]

/** How a list says where its next page begins. */
type ListStyle = 'page' | 'offset' | 'cursor'

export type ReadOperation = {
  id: string
  method: string
  path: string
  summary: string
  /** The area that it belongs to. */
  area: string
  pathFields: Parameter[]
  queryFields: Parameter[]
  body: { schema: Schema; isRequired: boolean } | null
  takesKey: boolean
  /** Needs no token. */
  isPublic: boolean
  /** Answers its data as it is, without the envelope. */
  isRaw: boolean
  /** Answers server-sent events. */
  isStream: boolean
  list: { style: ListStyle; field: string; item: Schema } | null
  /** `data` of each success. */
  data: Schema[]
}

export type ReadDocument = {
  operations: ReadOperation[]
  schemas: Record<string, Schema>
  /** The body of each kind of webhook. */
  events: Record<string, Schema>
}

/**
 * The parts of the document that a client is made from. Throws if an operation needs something that the client has
 * no way for.
 */
export function readDocument(written: unknown): ReadDocument {
  const { paths, webhooks, components } = document.parse(written)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => readOperation(path, method, one, components.schemas)),
  )
  const events = Object.entries(webhooks).map(([kind, { post }]) => [kind, jsonOf(post.requestBody.content)] as const)
  return { operations, schemas: components.schemas, events: Object.fromEntries(events) }
}

function readOperation(
  path: string,
  method: string,
  { operationId, summary, tags: [area = ''], security, parameters, requestBody, responses }: z.infer<typeof operation>,
  schemas: Record<string, Schema>,
): ReadOperation {
  const pathFields = parameters.filter((one) => one.in === 'path')
  const queryFields = parameters.filter((one) => one.in === 'query')
  const body = requestBody ? { schema: jsonOf(requestBody.content), isRequired: requestBody.required } : null
  const names = [...pathFields, ...queryFields].map(({ name }) => name)
  // A client takes one object for all of them.
  const twice = body ? fieldsOf(body.schema, schemas).filter((name) => names.includes(name)) : []
  if (twice.length > 0) throw new Error(`${operationId} has ${twice.join(', ')} in its body and elsewhere`)
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status))
  const isStream = successes.some(([, { content }]) => content && 'text/event-stream' in content)
  const bodies = successes.flatMap(([, { content }]) => (content?.['application/json'] ? [jsonOf(content)] : []))
  const isRaw = bodies.some(({ properties }) => !properties?.data || !properties.status)
  const data = isRaw ? bodies : bodies.flatMap(({ properties }) => properties?.data ?? [])
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    area,
    pathFields,
    queryFields,
    body,
    takesKey: parameters.some((one) => one.name === 'Idempotency-Key'),
    isPublic: security.length === 0,
    isRaw,
    isStream,
    list: method === 'get' ? listOf(queryFields, data[0], schemas) : null,
    data,
  }
}

function listOf(query: Parameter[], data: Schema | undefined, schemas: Record<string, Schema>): ReadOperation['list'] {
  const properties = data && resolve(data, schemas).properties
  const field = properties?.items ? 'items' : 'data'
  const list = properties?.[field]
  if (list?.type !== 'array' || !list.items) return null
  const style = (['cursor', 'offset', 'page'] as const).find((name) => query.some((one) => one.name === name))
  return style ? { style, field, item: list.items } : null
}

/** The fields of an object, or of all that a union allows. */
function fieldsOf(schema: Schema, schemas: Record<string, Schema>): string[] {
  const { oneOf, anyOf, properties = {} } = resolve(schema, schemas)
  const among = oneOf ?? anyOf ?? []
  return [...Object.keys(properties), ...among.flatMap((one) => fieldsOf(one, schemas))]
}

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && schemas[name]) || schema
}

function jsonOf(content: Record<string, { schema: Schema }>): Schema {
  const json = content['application/json']
  if (!json) throw new Error('the client knows JSON bodies only')
  return json.schema
}
