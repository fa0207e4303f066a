import type { z } from 'zod'
import { validationError } from '@/server/errors'
import { findLongLists } from './find-long-lists'

type Issue = z.core.$ZodIssue

/**
 * Runs a schema over input from outside. Field faults become 400 `Validation failed` with `field: message` lines. A
 * custom issue with `params.contractMessage` (a text the specification fixes) takes the place of `Validation failed`.
 */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  const tooLong = findLongLists(schema, value)
  if (tooLong.length > 0) throw validationError(tooLong)
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap((issue) => flatten(issue, []))
  const fixed = issues.find(({ issue }) => issue.code === 'custom' && issue.params?.contractMessage)?.issue
  const contract = fixed?.code === 'custom' ? fixed.params?.contractMessage : undefined
  const message = typeof contract === 'string' ? contract : undefined
  throw validationError([...new Set(issues.flatMap(toLines))], message)
}

type Placed = { issue: Issue; path: PropertyKey[] }

/** A union reports the branch that came closest, not every branch. */
function flatten(issue: Issue, parent: PropertyKey[]): Placed[] {
  const path = [...parent, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }]
  const branches = issue.errors.filter((errors) => errors.length > 0)
  if (branches.every(isWrongKind)) return [{ issue, path }]
  const [closest] = branches.filter((errors) => !isWrongKind(errors)).sort((a, b) => a.length - b.length)
  return (closest ?? []).flatMap((inner) => flatten(inner, path))
}

/** The branch wants another kind of value altogether. */
function isWrongKind(errors: Issue[]): boolean {
  return errors.some((error) => error.code === 'invalid_type' && error.path.length === 0)
}

function toLines({ issue, path }: Placed): string[] {
  const field = path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${field ? `${field}.` : ''}${key}: unknown field`)
  }
  const name = field || 'body'
  if (issue.code !== 'custom' && issue.input === undefined) return [`${name}: ${name} is required`]
  return [`${name}: ${issue.message}`]
}
