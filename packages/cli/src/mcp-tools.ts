import { UsageError } from './terminal'

type Json = Record<string, unknown>

/** An operation as a model sees it. */
export type Tool = {
  name: string
  description: string
  inputSchema: Json
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
}

/** The areas that a model may write to. Others decide who may call, where events go and which addresses are blocked. */
const WRITE_SCOPES = ['wallet:write', 'payments:write', 'tokens:write']
/**
 * The verbs that a model may use there. An operation with another verb is refused until it is added here. `signMessage`
 * and the lists of a token's holders are not included: a signed message can be a permit, and a list decides who may
 * receive.
 */
const WRITE_VERBS =
  /^(create|update|delete|deactivate|cancel|speedUp|call|subscribe|setAutoRenew|issue|mint|burn|transfer|pause|unpause|freeze|pay|signTransaction$)(?![a-z])/
/** Never a tool, regardless of its scope and verb. */
const NEVER = /key|secret|polic|allow/i

type Allowed = { document: unknown; areWritesAllowed: boolean; only: readonly string[] | null }

/** The tools of a model: the reads of the API, and its writes if they are allowed. Throws for an unknown name. */
export function toTools({ document, areWritesAllowed, only }: Allowed): Tool[] {
  const { paths = {}, components = {} } = Object(document)
  const operations = Object.values<Json>(paths).flatMap((methods) => Object.entries<Json>(Object(methods)))
  const tools = operations
    .filter(([method, one]) => (method === 'get' || areWritesAllowed) && isForModels(method, one))
    .map(([method, one]) => toTool(method, one, Object(components).schemas))
  const unknown = only?.filter((name) => !tools.some((tool) => tool.name === name)) ?? []
  if (unknown.length > 0) throw new UsageError(`No such tools: ${unknown.join(', ')}`)
  return only ? tools.filter(({ name }) => only.includes(name)) : tools
}

/** Whether a model may ever call it, decided by its scope, name, tag and response in the document. */
function isForModels(method: string, operation: Json): boolean {
  const { operationId, security = [], tags = [], responses = {} } = Object(operation)
  const isStream = Object.hasOwn(Object(responses['200']?.content), 'text/event-stream')
  if (isStream || NEVER.test(operationId) || tags.includes('Authentication')) return false
  const requirements: { oauth?: string[] }[] = security
  const scopes = requirements.flatMap(({ oauth = [] }) => oauth)
  if (scopes.length === 0) return method === 'get'
  const isRead = scopes.every((scope) => scope.endsWith(':read'))
  return isRead || (scopes.every((scope) => WRITE_SCOPES.includes(scope)) && WRITE_VERBS.test(operationId))
}

function toTool(method: string, operation: Json, schemas: Json): Tool {
  const { operationId, summary, description, parameters = [], requestBody } = Object(operation)
  const fields: { name: string; in: string; required: boolean; schema: Json; description?: string }[] = parameters
  const own = fields.filter((field) => field.in !== 'header')
  const properties = Object.fromEntries(
    own.map(({ name, schema, description: text }) => [name, { ...schema, description: text }]),
  )
  const required = own.filter((field) => field.required).map(({ name }) => name)
  const fixed = { type: 'object', properties, required }
  const body = requestBody?.content?.['application/json']?.schema
  const isRead = method === 'get'
  return {
    name: operationId,
    description: [summary, description].filter(Boolean).join('. '),
    inputSchema: body ? withDefinitions({ type: 'object', allOf: [fixed, body] }, schemas) : fixed,
    annotations: { readOnlyHint: isRead, destructiveHint: !isRead, idempotentHint: isRead, openWorldHint: !isRead },
  }
}

/** The schema with the named ones that it leads to, under `$defs`. */
function withDefinitions(schema: Json, named: Json): Json {
  const used = new Map<string, unknown>()
  const find = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.set(name, named[name])
      find(JSON.stringify(named[name]))
    }
  }
  find(JSON.stringify(schema))
  const text = JSON.stringify({ ...schema, $defs: Object.fromEntries(used) })
  // A strict body would refuse the fields of the path, which are in the same object.
  const open = text.replaceAll(/,"additionalProperties":false|"additionalProperties":false,/g, '')
  return JSON.parse(open.replaceAll('"#/components/schemas/', '"#/$defs/'))
}
