import { z } from 'zod'
import { validationError } from '@/server/errors'
import { findLongLists } from './find-long-lists'

type Issue = z.core.$ZodIssue

/**
 * Validates input from outside with a schema. Errors of fields become 400 `Validation failed` with `field: message`
 * lines. The `params.contractMessage` of a custom issue (a text of the specification) replaces `Validation failed`.
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
  if (issue.code === 'invalid_key') return issue.issues.flatMap((inner) => flatten(inner, path))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }]
  const branches = issue.errors.filter((errors) => errors.length > 0)
  if (branches.every(isWrongKind)) return [{ issue, path }]
  const [closest] = branches.filter((errors) => !isWrongKind(errors)).sort((a, b) => a.length - b.length)
  return (closest ?? []).flatMap((inner) => flatten(inner, path))
}

/** The branch expects another kind of value. */
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

/**
 * A body with `null` taken out wherever its schema has an optional field: many clients write absent fields so. A field
 * the schema does not know stays, to be refused as unknown; so does the `null` of a field that takes one.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  // Walking a schema costs more than all of its parsing, and hardly any body has a null.
  return hasNull(value) ? strip(schema, value) : value
}

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null
  return Object.values(value).some(hasNull)
}

function strip(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return strip(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) return schema.options.reduce((left, option) => strip(option, left), value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => strip(schema.element, item))
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value
  const fields = Object.entries(value).filter(([name, field]) => field !== null || !isOptional(schema.shape[name]))
  return Object.fromEntries(fields.map(([name, field]) => [name, strip(schema.shape[name], field)]))
}

function isOptional(field: unknown): boolean {
  if (!(field instanceof z.ZodType)) return false
  return field.safeParse(undefined).success && !field.safeParse(null).success
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
