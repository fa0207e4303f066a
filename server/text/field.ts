import type { z } from 'zod'

/** A field as the reference shows it: what it is, and a value it may have. */
export function field<T extends z.ZodType>(schema: T, description: string, example: unknown): T {
  return schema.meta({ description, examples: [example] })
}
