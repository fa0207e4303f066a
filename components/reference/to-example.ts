import type { JsonSchema } from './json-schema'

/** `required`: a call that works, without optional fields. `all`: also fields with an example. */
type Extent = 'required' | 'all'

/** A value of the schema to start from: its own example, else its default, else the plainest value of its type. */
export function toExample(schema: JsonSchema, extent: Extent = 'all'): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  const [variant] = schema.oneOf ?? schema.anyOf ?? []
  if (variant) return toExample(variant, extent)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties) return objectExample(schema, extent)
  if (type === 'array') return schema.items ? [toExample(schema.items, extent)] : []
  if (type === 'null') return null
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1)
  return ''
}

/** Required fields and those with an example; all of them if none is required. */
function objectExample({ properties = {}, required = [] }: JsonSchema, extent: Extent): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([key, child]) => required.includes(key) || (extent === 'all' && child.examples?.length) || required.length === 0,
  )
  return Object.fromEntries(shown.map(([key, child]) => [key, toExample(child, extent)]))
}
