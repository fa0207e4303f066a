import { z } from 'zod'
import { EACH, partsOf, type Schema } from '@/server/api/schema-parts'
import { ENDPOINTS } from './endpoints'
import { appRouter } from './procedures'

type Field = { path: string[]; schema: z.core.$ZodTypes }

/** Every schema within one, with the way that leads to it; `*` is any item or key. */
export function fieldsIn(schema: Schema, path: string[] = []): Field[] {
  const inner = partsOf(schema).flatMap(({ key, schema: part }) =>
    fieldsIn(part, key === null ? path : [...path, key === EACH ? '*' : key]),
  )
  return [{ path, schema: schema as z.core.$ZodTypes }, ...inner] // the union of all that zod makes
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
