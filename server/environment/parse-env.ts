import type { z } from 'zod'
import { checkTogether, sentenceOfMissing } from './check-together'
import { type Variables, variables } from './variables'

export type Env = Variables & { INNGEST_SERVE_ORIGIN: string }
type Source = Record<string, string | undefined>

/**
 * Checks the variables of a process. Throws one sentence that names the one at fault and what it must be, without its
 * value.
 */
export function parseEnv(source: Source): Env {
  const given = parseVariables(variables, source)
  checkTogether(given)
  return { ...given, INNGEST_SERVE_ORIGIN: given.INNGEST_SERVE_ORIGIN ?? given.BASE_URL }
}

/** Parses some of the variables. An empty variable counts as absent. */
export function parseVariables<Schema extends z.ZodObject>(schema: Schema, source: Source): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(present)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path[0])
  if (present[name] === undefined) throw new Error(sentenceOfMissing(name))
  throw new Error(`${name} is wrong (${issue?.message}): see .env.example for what it must hold.`)
}
