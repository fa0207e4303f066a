import { z } from 'zod'
import { type JsonSchema, jsonSchema } from './json-schema'
import { toExample } from './to-example'
import { type Field, toField, toFields, typeOf } from './to-fields'

export type Parameter = Field & { location: 'path' | 'query' | 'header'; example: string }

/** A refusal has no `fields` but the name of a body that operations share. */
export type Reply = {
  status: string
  description: string
  type: string
  fields: Field[] | null
  errorBody: string | null
  /** A whole answer, for the operation's own replies only. */
  example: string | null
}

export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  description: string
  needsToken: boolean
  scope: string | null
  parameters: Parameter[]
  body: { contentTypes: string[]; fields: Field[]; example: string } | null
  replies: Reply[]
}

/** One kind of webhook. */
export type WebhookKind = {
  kind: string
  summary: string
  description: string
  headers: Parameter[]
  fields: Field[]
  example: string
}

export type Reference = {
  description: string
  baseUrl: string
  groups: { name: string; operations: Operation[] }[]
  events: WebhookKind[]
  errorBodies: { name: string; fields: Field[] }[]
  causes: readonly Cause[]
  /** The codes that more than half of the operations refuse with. */
  commonCodes: readonly string[]
}

/** The reason why a call may be refused, by the `code` of its answer. */
export type Cause = { code: string; status: number; means: string }

const content = z.record(z.string(), z.object({ schema: jsonSchema }))
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  example: z.unknown(),
  schema: jsonSchema,
})
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameter),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content })),
})
const webhook = z.object({
  summary: z.string(),
  description: z.string(),
  parameters: z.array(parameter),
  requestBody: z.object({ content }),
})
const openApi = z.object({
  info: z.object({ description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.object({ post: webhook })),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
})

/** The parts of our OpenAPI document that the reference page shows. */
export function readReference(document: unknown, causes: readonly Cause[]): Reference {
  const { info, servers, tags, paths, webhooks, components } = openApi.parse(document)
  const named = components.schemas
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tags: described.tags,
      shown: toOperation(method.toUpperCase(), path, withoutRefs(described, named)),
    })),
  )
  return {
    description: info.description,
    baseUrl: servers[0].url,
    groups: tags
      .map(({ name }) => ({
        name,
        operations: all.filter((item) => item.tags.includes(name)).map((item) => item.shown),
      }))
      .filter(({ operations }) => operations.length > 0),
    events: Object.entries(webhooks).map(([kind, { post }]) => toWebhookKind(kind, post, named)),
    errorBodies: errorBodiesOf(all.flatMap(({ shown }) => shown.replies)).map((name) => ({
      name,
      fields: toFields(inlineRefs(named[name] ?? {}, named)),
    })),
    causes,
    commonCodes: commonCodesOf(all.map(({ shown }) => shown)),
  }
}

function commonCodesOf(operations: readonly Operation[]): string[] {
  const counts = new Map<string, number>()
  for (const code of operations.flatMap(codesOf)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > operations.length / 2).map(([code]) => code)
}

function codesOf({ replies }: Operation): string[] {
  return replies.flatMap(({ description }) => [...description.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? ''))
}

/** The causes that an operation refuses for, in the order of its answers. */
export function causesOf(operation: Operation, causes: readonly Cause[]): Cause[] {
  return codesOf(operation).flatMap((code) => causes.filter((cause) => cause.code === code))
}

function toWebhookKind(
  kind: string,
  { summary, description, parameters, requestBody }: z.infer<typeof webhook>,
  named: Record<string, JsonSchema>,
): WebhookKind {
  const schema = inlineRefs(requestBody.content['application/json']?.schema ?? {}, named)
  return {
    kind,
    summary,
    description,
    headers: parameters.map((header) => ({ ...toParameter(header), example: String(header.example ?? '') })),
    fields: toFields(schema),
    example: JSON.stringify(toExample(schema), null, 2),
  }
}

function errorBodiesOf(replies: readonly Reply[]): string[] {
  return [...new Set(replies.flatMap(({ errorBody }) => (errorBody === null ? [] : [errorBody])))]
}

/** Bodies of refusals stay names: all operations share them, and the page shows each once. */
function withoutRefs(described: z.infer<typeof operation>, named: Record<string, JsonSchema>) {
  const inline = (body: z.infer<typeof content>) =>
    Object.fromEntries(Object.entries(body).map(([type, { schema }]) => [type, { schema: inlineRefs(schema, named) }]))
  const responses = Object.entries(described.responses).map(([status, reply]) => {
    return [status, Number(status) < 400 ? { ...reply, content: inline(reply.content) } : reply] as const
  })
  const { requestBody } = described
  return {
    ...described,
    requestBody: requestBody && { content: inline(requestBody.content) },
    responses: Object.fromEntries(responses),
  }
}

function toOperation(method: string, path: string, described: z.infer<typeof operation>): Operation {
  return {
    id: described.operationId,
    method,
    path,
    summary: described.summary,
    description: described.description,
    needsToken: described.security.length > 0,
    scope: described.security.flatMap((option) => option.oauth ?? [])[0] ?? null,
    parameters: described.parameters.map(toParameter),
    body: described.requestBody ? toBody(described.requestBody.content) : null,
    replies: usualFirst(Object.entries(described.responses).map(([status, reply]) => toReply(status, reply))),
  }
}

/** An operation that can return 202 does so unless the caller waits, or there is nothing to wait for. */
function usualFirst(replies: readonly Reply[]): Reply[] {
  return replies.toSorted((one, other) => Number(other.status === '202') - Number(one.status === '202'))
}

function toParameter(described: z.infer<typeof parameter>): Parameter {
  const { name, in: location, required, description, example: own, schema } = described
  const example = required && location !== 'header' ? String(own ?? toExample(schema)) : ''
  const field = toField(name, schema, required)
  return { ...field, description: description ?? field.description, location, example }
}

function toBody(described: z.infer<typeof content>): Operation['body'] {
  const schema = described['application/json']?.schema ?? {}
  return {
    contentTypes: Object.keys(described),
    fields: toFields(schema),
    example: JSON.stringify(toExample(schema, 'required'), null, 2),
  }
}

function toReply(status: string, reply: z.infer<typeof operation>['responses'][string]): Reply {
  const [{ schema } = { schema: {} }] = Object.values(reply.content)
  return {
    status,
    description: reply.description,
    type: typeOf(schema),
    fields: schema.$ref ? null : toFields(schema),
    errorBody: schema.$ref === undefined ? null : nameOf(schema.$ref),
    example: schema.$ref === undefined ? JSON.stringify(toExample(schema), null, 2) : null,
  }
}

/** A schema with every named part written out: the page shows fields, not names of schemas. */
function inlineRefs(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const { $ref, ...rest } = schema
  if ($ref !== undefined) return inlineRefs({ ...named[nameOf($ref)], ...rest }, named)
  const inline = (part: JsonSchema) => inlineRefs(part, named)
  const { properties, items, anyOf, oneOf } = rest
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, inline(v)])) }),
    ...(items && { items: inline(items) }),
    ...(anyOf && { anyOf: anyOf.map(inline) }),
    ...(oneOf && { oneOf: oneOf.map(inline) }),
  }
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ''
}
