import { hash } from 'node:crypto'

/** JSON with sorted keys, so that equal values have equal text; a bigint reads as its digits. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return JSON.stringify(`${value}n`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`
  if (value instanceof Date || typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/**
 * The fingerprint that an idempotency key is bound to: a hash of the validated input, without the one secret that must
 * leave no trace.
 */
export function fingerprintOf(input: { params: unknown; body: unknown }): string {
  const body =
    typeof input.body === 'object' && input.body !== null ? { ...input.body, webhookSecret: undefined } : input.body
  return hash('sha256', canonicalJson({ params: input.params, body }), 'hex')
}
