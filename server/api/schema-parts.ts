import type { z } from 'zod'

export type Schema = z.core.$ZodType

/** Any item of a list, or the value of any key of a record. */
export const EACH = Symbol('each')

/** A schema within another: of a field, of each item, or, with the key null, of the same value. */
export type Part = { key: string | typeof EACH | null; schema: Schema }

/** The parts of a schema, one level deep. Keys of records have no part. */
export function partsOf(schema: Schema): Part[] {
  const { def } = (schema as z.core.$ZodTypes)._zod // the union of all that zod makes
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return ofSame(def.innerType)
    case 'lazy':
      return ofSame(def.getter())
    case 'pipe':
      return ofSame(def.in, def.out)
    case 'intersection':
      return ofSame(def.left, def.right)
    case 'union':
      return ofSame(...def.options)
    case 'object':
      return Object.entries(def.shape).map(([key, field]) => ({ key, schema: field }))
    case 'record':
      return [{ key: EACH, schema: def.valueType }]
    case 'array':
      return [{ key: EACH, schema: def.element }]
    default:
      return []
  }
}

const ofSame = (...schemas: Schema[]) => schemas.map((schema): Part => ({ key: null, schema }))
