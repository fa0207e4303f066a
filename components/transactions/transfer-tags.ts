import type { z } from 'zod'
import { metadataField, metadataKey, metadataValue, referenceField } from '@/server/text/tags'

export type MetadataRow = { key: string; value: string }
/** The reference and the metadata of a form; empty ones are not sent. */
export type TagValues = { reference: string; metadata: MetadataRow[] }
export type Tags = { reference?: string; metadata?: Record<string, string> }

export const NO_TAGS: TagValues = { reference: '', metadata: [] }

type TagProblem = { path: (string | number)[]; message: string }

/** The fields of a body of `/v1` from a form without problems. */
export function tagsOf({ reference, metadata }: TagValues): Tags {
  const filled = metadata.filter(isFilled).map(({ key, value }) => [key, value] as const)
  return {
    ...(reference !== '' && { reference }),
    ...(filled.length > 0 && { metadata: Object.fromEntries(filled) }),
  }
}

/** The rows that show this metadata. */
export function rowsOf(metadata: Record<string, string> | null | undefined): MetadataRow[] {
  return Object.entries(metadata ?? {}).map(([key, value]) => ({ key, value }))
}

/** The error that the API would return, at its field of the form. */
export function findTagProblems(values: TagValues): TagProblem[] {
  const { reference, metadata } = values
  const seen = new Set<string>()
  const ofRows = metadata.flatMap((row, n) => {
    if (!isFilled(row)) return []
    const key = keyProblem(row.key) ?? (seen.has(row.key) ? 'This key is there already' : null)
    const value = row.value === '' ? 'Enter a value' : problemOf(metadataValue, row.value)
    seen.add(row.key)
    return [...at(['metadata', n, 'key'], key), ...at(['metadata', n, 'value'], value)]
  })
  return [
    ...at(['reference'], reference === '' ? null : problemOf(referenceField, reference)),
    ...ofRows,
    ...(ofRows.length > 0 ? [] : at(['metadata'], problemOf(metadataField, tagsOf(values).metadata))),
  ]
}

function isFilled({ key, value }: MetadataRow): boolean {
  return key !== '' || value !== ''
}

function keyProblem(key: string): string | null {
  if (key === '') return 'Enter a key'
  // A key that no JSON object keeps.
  return key === '__proto__' ? 'This key cannot be used' : problemOf(metadataKey, key)
}

function at(path: TagProblem['path'], message: string | null): TagProblem[] {
  return message === null ? [] : [{ path, message }]
}

function problemOf(schema: z.ZodType, value: unknown): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return null
  if (issue.code === 'too_big') return `At most ${issue.maximum} characters`
  return issue.message.charAt(0).toUpperCase() + issue.message.slice(1)
}
