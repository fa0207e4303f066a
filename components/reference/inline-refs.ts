import type { JsonSchema } from './json-schema'

/** A schema with every named part written out: the page shows fields, not names of schemas. */
export function inlineRefs(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
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

export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ''
}
