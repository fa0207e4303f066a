import { z } from 'zod'

/**
 * A body with `null` taken out wherever its schema has an optional field: many clients write absent fields so. A field
 * the schema does not know stays, to be refused as unknown; so does the `null` of a field that takes one.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  // Walking a schema costs more than all of its parsing, and hardly any body has a null.
  return hasNull(value) ? strip(schema, value) : value
}

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null
  return Object.values(value).some(hasNull)
}

function strip(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return strip(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) return schema.options.reduce((left, option) => strip(option, left), value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => strip(schema.element, item))
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value
  const fields = Object.entries(value).filter(([name, field]) => field !== null || !isOptional(schema.shape[name]))
  return Object.fromEntries(fields.map(([name, field]) => [name, strip(schema.shape[name], field)]))
}

function isOptional(field: unknown): boolean {
  if (!(field instanceof z.ZodType)) return false
  return field.safeParse(undefined).success && !field.safeParse(null).success
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
