import { z } from 'zod'
import { ENDPOINTS } from './endpoints'
import { appRouter } from './procedures'

export type Schema = z.core.$ZodType
type Field = { path: string[]; schema: z.core.$ZodTypes }

/** Every schema within one, with the way that leads to it; `*` is any item or key. */
export function fieldsIn(schema: Schema, path: string[] = []): Field[] {
  const here = schema as z.core.$ZodTypes // the union of all that zod makes
  return [{ path, schema: here }, ...partsOf(here, path)]
}

function partsOf({ _zod }: z.core.$ZodTypes, path: string[]): Field[] {
  const { def } = _zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return fieldsIn(def.innerType, path)
    case 'pipe':
      return [...fieldsIn(def.in, path), ...fieldsIn(def.out, path)]
    case 'intersection':
      return [...fieldsIn(def.left, path), ...fieldsIn(def.right, path)]
    case 'union':
      return def.options.flatMap((option) => fieldsIn(option, path))
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => fieldsIn(field, [...path, name]))
    case 'record':
      return fieldsIn(def.valueType, [...path, '*'])
    case 'array':
      return fieldsIn(def.element, [...path, '*'])
    default:
      return []
  }
}

const procedures = z
  .record(z.string(), z.custom<{ _def: { inputs: Schema[]; type: string } }>())
  .parse(appRouter._def.procedures)

/** The inputs of each procedure of the portal. */
export const procedureInputs = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.inputs.map((schema) => ({ name, type: _def.type, schema })),
)

/** The inputs of each operation of the API: path, query and body. */
export const operationInputs = ENDPOINTS.flatMap(({ id, params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema ? [{ name: id, schema: schema as z.ZodType }] : [])),
)
