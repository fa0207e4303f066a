import { type ReadDocument, type ReadOperation, readDocument } from './read-operations'
import { quoted, type Schema, writeComment, writeObject, writeType } from './write-type'

const HEAD = '// Made from the OpenAPI document by `npm run sdk`.\n\n'

/** The files of the SDK that are made from the OpenAPI document, unformatted, by their names. */
export function writeClient(document: unknown): Record<'types.ts' | 'operations.ts', string> {
  const read = readDocument(document)
  return { 'types.ts': writeTypes(read), 'operations.ts': writeTable(read.operations) }
}

function writeTypes({ operations, schemas, events }: ReadDocument): string {
  const ofEvents = Object.values(events).flatMap(({ properties }) => properties?.data ?? [])
  const ofCalls = operations.flatMap(({ data, body, list }) => [
    ...data,
    ...(body ? [body.schema] : []),
    ...(list ? [list.item] : []),
  ])
  const used = namesIn([...ofCalls, ...ofEvents, events['indexer.event'] ?? {}], schemas)
  const named = [...used].map((name) => {
    const schema = schemas[name] ?? {}
    return `${writeComment(schema.description)}export type ${name} = ${writeType(schema)}\n`
  })
  const calls = operations.map(
    (operation) =>
      `${writeComment(`${operation.summary}: \`${operation.method} ${operation.path}\`.`)}${operation.id}: { input: ${writeInput(operation)}; data: ${writeData(operation)}${operation.list ? `; item: ${writeType(operation.list.item)}` : ''} }`,
  )
  const codes = schemas.Error?.properties?.code ?? {}
  const { 'indexer.event': _event, ...standard } = events
  const reported = Object.entries(standard).map(
    ([kind, { properties }]) => `${quoted(kind)}: ${writeType(properties?.data ?? {})}`,
  )
  return [
    HEAD,
    ...named,
    `\n/** The causes of refusals that were known when this version was made. */\nexport type KnownErrorCode = ${writeType(codes)}\n`,
    `\n/** The input and the data of each operation. */\nexport interface Operations {\n${calls.join('\n')}\n}\n`,
    `\n/** The \`data\` of each kind of webhook. */\nexport interface WebhookData {\n${reported.join('\n')}\n}\n`,
  ].join('\n')
}

/** The named schemas that these lead to. Those of refusals are no part of it: the client has classes for them. */
function namesIn(
  start: readonly Schema[],
  schemas: Record<string, Schema>,
  known: Set<string> = new Set(),
): ReadonlySet<string> {
  const refs = [...JSON.stringify(start).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  for (const name of refs) {
    if (known.has(name)) continue
    known.add(name)
    namesIn([schemas[name] ?? {}], schemas, known)
  }
  return known
}

/** All that a call takes, in one object. */
function writeInput({ pathFields, queryFields, body }: ReadOperation): string {
  const fields = [...pathFields, ...queryFields]
  const properties = Object.fromEntries(
    fields.map(({ name, schema, description }): [string, Schema] => [name, { ...schema, description }]),
  )
  const required = fields.filter((one) => one.required).map(({ name }) => name)
  const parts = [
    ...(fields.length > 0 ? [writeObject({ properties, required })] : []),
    ...(body ? [body.isRequired ? `(${writeType(body.schema)})` : `Partial<${writeType(body.schema)}>`] : []),
  ]
  return parts.join(' & ') || '{}'
}

function writeData({ data }: ReadOperation): string {
  return [...new Set(data.map(writeType))].join(' | ') || 'null'
}

function writeTable(operations: readonly ReadOperation[]): string {
  const rows = operations.map(({ id, method, path, queryFields, takesKey, isPublic, isRaw, isStream, list }) => {
    const more = {
      ...(queryFields.length > 0 ? { query: queryFields.map(({ name }) => name) } : {}),
      ...(takesKey ? { takesKey } : {}),
      ...(isPublic ? { isPublic } : {}),
      ...(isRaw ? { isRaw } : {}),
      ...(isStream ? { isStream } : {}),
      ...(list ? { list: [list.style, list.field] } : {}),
    }
    return `  ${id}: ${JSON.stringify({ method, path, ...more })},`
  })
  return `${HEAD}import type { Operation } from '../operation'\n\n/** How each operation is called. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const satisfies Record<string, Operation>\n`
}
