import { v7 } from 'uuid'
import { z } from 'zod'
import type { Access } from '@/server/trpc/init'

type FieldPath = (string | number)[]
type Schema = z.core.JSONSchema.BaseSchema

export type ProcedureFacts = {
  type: 'query' | 'mutation'
  access: Access
  /** An input that fits the schemas. */
  sample: unknown
  /** The paths of its fields of free text, and of numbers. */
  texts: FieldPath[]
  numbers: FieldPath[]
}

/** What a procedure takes. `ids` are used in its sample for the fields of that name. */
export function describeProcedure(procedure: unknown, ids: Record<string, string>): ProcedureFacts {
  const { type, meta, inputs } = procedureFacts.parse(procedure)._def
  const schemas = inputs.map((input) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
  const properties = Object.assign({}, ...schemas.map((schema) => schema.properties))
  const schema: Schema = { type: 'object', properties }
  const [texts, numbers] = [fieldsOf(schema, ['string']), fieldsOf(schema, ['integer', 'number'])]
  return { type, access: meta.access, sample: sampleOf(schema, ids), texts, numbers }
}

const procedureFacts = z.custom<{
  _def: { type: 'query' | 'mutation'; meta: { access: Access }; inputs: z.ZodType[] }
}>((value) => typeof value === 'function' && '_def' in value)

function sampleOf(schema: Schema, ids: Record<string, string>, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return sampleOf(branch, ids, name)
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {})
    return Object.fromEntries(entries.map(([key, inner]) => [key, sampleOf(asSchema(inner), ids, key)]))
  }
  if (schema.type === 'array') return [sampleOf(asSchema(schema.items), ids)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.format === 'uuid') return ids[name] ?? v7()
  if (schema.format === 'email') return 'person@example.test'
  return schema.type === 'string' ? '1000' : null
}

/** The paths of the fields that hold a free value of one of the types; a choice among fixed values is not free. */
function fieldsOf(schema: Schema, types: string[], field: FieldPath = []): FieldPath[] {
  if (schema.enum || schema.const !== undefined) return []
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return fieldsOf(branch, types, field)
  if (typeof schema.type === 'string' && types.includes(schema.type)) return [field]
  if (schema.type === 'array') return fieldsOf(asSchema(schema.items), types, [...field, 0])
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
    fieldsOf(asSchema(inner), types, [...field, key]),
  )
}

function asSchema(inner: Schema['items']): Schema {
  return typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
}

/** The input with another value at a path. */
export function withValue(value: unknown, [step, ...rest]: FieldPath, odd: string | number): unknown {
  if (step === undefined) return odd
  if (Array.isArray(value)) return [withValue(value[0], rest, odd)]
  return { ...Object(value), [step]: withValue(Object(value)[step], rest, odd) }
}
