import { maxKeysOf, maxOf } from '@/server/api/find-long-lists'
import type { Schema } from '@/server/api/schema-parts'
import { fieldsIn, operationInputs, procedureInputs } from './fields-in.test-data'

export type List = {
  path: string[]
  maximum: unknown
  container: 'array' | 'record'
  /** The schema of the list itself. */
  list: Schema
}

/** Every list and every record in a schema, with the way that leads to it. */
function listsIn(schema: Schema): List[] {
  return fieldsIn(schema).flatMap(({ path, schema: list }): List[] => {
    const { def } = list._zod
    if (def.type === 'array') return [{ path, maximum: maxOf(def.checks), container: def.type, list }]
    return def.type === 'record' ? [{ path, maximum: maxKeysOf(def), container: def.type, list }] : []
  })
}

/** The lists and records in the inputs of each operation of the API, with the input. */
export const listsOfOperations = operationInputs.flatMap(({ name, schema }) =>
  listsIn(schema).map((list) => ({ ...list, name, schema })),
)

/** The lists and records in the inputs of each procedure of the portal, with the input. */
export const listsOfProcedures = procedureInputs.flatMap(({ name, type, schema }) =>
  listsIn(schema).map((list) => ({ ...list, name, type, schema })),
)
