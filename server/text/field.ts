import type { z } from 'zod'

/** A field as the reference shows it: its description, and an example. */
export function field<T extends z.ZodType>(schema: T, description: string, example: unknown): T {
  return schema.meta({ description, examples: [example] })
}
