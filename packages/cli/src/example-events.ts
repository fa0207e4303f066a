import { randomUUID } from 'node:crypto'

/** The kinds of events that the document describes. */
export function kindsOf(document: unknown): string[] {
  return Object.keys(Object(document).webhooks ?? {}).filter((kind) => kind !== 'indexer.event')
}

/**
 * An example of an event, from the examples of the document's schemas, with `test` to distinguish it from a real one.
 */
export function exampleOf(document: unknown, kind: string): { id: string; body: string } {
  const { webhooks, components } = Object(document)
  const schema = webhooks[kind].post.requestBody.content['application/json'].schema
  const example = { ...Object(toExample(schema, components.schemas)), timestamp: new Date().toISOString(), test: true }
  return { id: `0-${randomUUID()}`, body: JSON.stringify(example) }
}

/** A value of a schema, from its examples; with `requiredOnly` without the fields that may be left out. */
export function toExample(schema: object, named: Readonly<Record<string, object>>, requiredOnly = false): unknown {
  const { $ref, examples, const: only, enum: among, oneOf, anyOf, properties, items, type, required } = Object(schema)
  if ($ref) return toExample(named[String($ref).split('/').at(-1) ?? ''] ?? {}, named, requiredOnly)
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (among) return among[0]
  const first = (oneOf ?? anyOf)?.[0]
  if (first) return toExample(first, named, requiredOnly)
  if (properties) {
    const fields = Object.entries(properties).filter(([name]) => !requiredOnly || required?.includes(name))
    return Object.fromEntries(fields.map(([name, field]) => [name, toExample(Object(field), named, requiredOnly)]))
  }
  if (items) return [toExample(items, named, requiredOnly)]
  return type === 'object' ? {} : null
}
