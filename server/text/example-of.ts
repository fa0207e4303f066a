import { z } from 'zod'

/** An object with the examples of the fields that have one, or with the object's own. Without those of `left`. */
export function exampleOf(view: z.ZodObject, ...left: string[]): Record<string, unknown> {
  const own: unknown = exampleOfType(view)
  if (left.length === 0 && own !== undefined) return Object(own)
  return Object.fromEntries(
    Object.entries(view.shape).flatMap(([name, of]) => {
      const value = left.includes(name) ? undefined : exampleOfField(of)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function exampleOfField(of: unknown): unknown {
  if (of instanceof z.ZodNullable && of.unwrap() instanceof z.ZodObject) return exampleOfField(of.unwrap())
  if (of instanceof z.ZodArray && of.element instanceof z.ZodObject) return [exampleOf(of.element)]
  return of instanceof z.ZodObject ? exampleOf(of) : exampleOfType(of)
}

function exampleOfType(of: unknown): unknown {
  const { examples } = (of instanceof z.ZodType && z.globalRegistry.get(of)) || {}
  return Array.isArray(examples) ? examples[0] : undefined
}
