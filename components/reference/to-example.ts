import type { JsonSchema } from './json-schema'

/** A value of the schema to start from: its own example, else its default, else the plainest value of its type. */
export function toExample(schema: JsonSchema): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  const [variant] = schema.oneOf ?? schema.anyOf ?? []
  if (variant) return toExample(variant)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties) return objectExample(schema)
  if (type === 'array') return schema.items ? [toExample(schema.items)] : []
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1)
  return ''
}

/** Required fields and those that carry an example; all of them where none is required. */
function objectExample({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([key, child]) => required.includes(key) || child.examples?.length || required.length === 0,
  )
  return Object.fromEntries(shown.map(([key, child]) => [key, toExample(child)]))
}
