import { randomUUID } from 'node:crypto'

type Schema = Record<string, unknown>

/** The kinds of events that the document describes. */
export function kindsOf(document: unknown): string[] {
  return Object.keys(Object(document).webhooks ?? {}).filter((kind) => kind !== 'indexer.event')
}

/** An example of an event, from the examples of the document's schemas, with `test` to tell it from a real one. */
export function exampleOf(document: unknown, kind: string): { id: string; body: string } {
  const { webhooks, components } = Object(document)
  const schema = webhooks[kind].post.requestBody.content['application/json'].schema
  const example = { ...Object(toExample(schema, components.schemas)), timestamp: new Date().toISOString(), test: true }
  return { id: `0-${randomUUID()}`, body: JSON.stringify(example) }
}

function toExample(schema: Schema, named: Record<string, Schema>): unknown {
  const { $ref, examples, const: only, enum: among, oneOf, anyOf, properties, items, type } = Object(schema)
  if ($ref) return toExample(named[String($ref).split('/').at(-1) ?? ''] ?? {}, named)
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (among) return among[0]
  const first = (oneOf ?? anyOf)?.[0]
  if (first) return toExample(first, named)
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [name, toExample(Object(field), named)])
    return Object.fromEntries(fields)
  }
  if (items) return [toExample(items, named)]
  return type === 'object' ? {} : null
}
