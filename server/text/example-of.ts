import { z } from 'zod'

/** An object with the examples of the fields that have one, or with the object's own. Without those of `left`. */
export function exampleOf(view: z.ZodObject, ...left: string[]): Record<string, unknown> {
  const own: unknown = exampleOfType(view)
  if (left.length === 0 && own !== undefined) return Object(own)
  return Object.fromEntries(
    Object.entries(view.shape).flatMap(([name, schema]) => {
      const value = left.includes(name) ? undefined : exampleOfField(schema)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function exampleOfField(schema: unknown): unknown {
  if (schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodObject) return exampleOfField(schema.unwrap())
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return [exampleOf(schema.element)]
  return schema instanceof z.ZodObject ? exampleOf(schema) : exampleOfType(schema)
}

function exampleOfType(schema: unknown): unknown {
  const { examples } = (schema instanceof z.ZodType && z.globalRegistry.get(schema)) || {}
  return Array.isArray(examples) ? examples[0] : undefined
}
