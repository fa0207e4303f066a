import { z } from 'zod'
import { field } from './field'
import { recordOf } from './record-of'

export const MAX_METADATA_KEYS = 50
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500
const MAX_METADATA_BYTES = 16_384

/**
 * A customer's own name for the result of a request: unique within its project among results of one kind, and kept
 * permanently.
 */
const referenceText = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')
  .refine((text) => text.trim() === text, 'must not begin or end with a space')
  .transform((text) => text.normalize('NFC'))
  // The limit is on the text that is stored.
  .refine((text) => text.length <= 128, 'must be at most 128 characters')

const optionalReference = referenceText.optional().meta({ type: 'string', minLength: 1, maxLength: 128 })
const REPEATED =
  'Repeated with the same body it returns the result of the first request; with another body it is 409 `reference_used`. It stays used, also after a failure.'

export const referenceField = field(
  optionalReference,
  `Your own id for it, unique in the project. ${REPEATED}`,
  'invoice-1042',
)

export const referenceFilter = field(optionalReference, 'Filters by the reference.', 'invoice-1042')

/** The customer's reference of records whose `reference` has another meaning. */
const clientReferenceField = field(
  optionalReference,
  `Your own id for it, unique in the project. It is not called \`reference\` because that names the account to pay to. ${REPEATED}`,
  'invoice-1042',
)

export const clientReferenceFilter = field(optionalReference, 'Filters by your own id.', 'invoice-1042')

export const metadataKey = z
  .string()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}[\]]*$/u, 'must not hold square brackets or control characters')

export const metadataValue = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not hold control characters')

const MAX_FILTERED_KEYS = 3

/** The field of a query that filters by metadata. It is sent as `metadata[key]=value`, once for each key. */
export const metadataFilter = field(
  recordOf(metadataKey, metadataValue.min(1), MAX_FILTERED_KEYS)
    .refine((pairs) => Object.keys(pairs).length <= MAX_FILTERED_KEYS, `must have at most ${MAX_FILTERED_KEYS} keys`)
    .optional()
    .meta({ maxProperties: MAX_FILTERED_KEYS }),
  `Filters by metadata: each key has exactly this value. Up to ${MAX_FILTERED_KEYS} keys, as \`metadata[customer]=c-77\`.`,
  { customer: 'c-77' },
)

/** At most as many keys and bytes as a row keeps. */
function fits(metadata: Record<string, string | null>): boolean {
  return (
    Object.keys(metadata).length <= MAX_METADATA_KEYS &&
    new TextEncoder().encode(JSON.stringify(metadata)).length <= MAX_METADATA_BYTES
  )
}
const TOO_MUCH = `must have at most ${MAX_METADATA_KEYS} keys and ${MAX_METADATA_BYTES} bytes`

export const metadataField = field(
  recordOf(metadataKey, metadataValue.min(1), MAX_METADATA_KEYS).refine(fits, TOO_MUCH).optional(),
  `Your own data: up to ${MAX_METADATA_KEYS} keys of ${MAX_KEY_LENGTH} characters, with texts of up to ${MAX_VALUE_LENGTH}. Webhooks carry it. Nothing is decided by it; keep secrets out.`,
  { customer: 'c-77' },
)

/** A change of metadata: a key that is named is set, or removed by null or an empty text; the others stay. */
export const metadataChange = recordOf(metadataKey, metadataValue.nullable(), MAX_METADATA_KEYS).refine(fits, TOO_MUCH)

/** The tags of a request that creates a record. */
export const tagFields = { reference: referenceField, metadata: metadataField }
/** The tags of a request whose result has another `reference`. */
export const clientTagFields = { clientReference: clientReferenceField, metadata: metadataField }

export const referenceView = field(z.string().optional(), 'The value of the request.', 'invoice-1042')
export const metadataView = field(z.record(z.string(), z.string()).optional(), 'The value of the request.', {
  customer: 'c-77',
})

export type Metadata = Record<string, string>

/** Metadata after a change. Null if nothing is left; undefined if it would be larger than is kept. */
export function changeMetadata(
  before: Metadata | null,
  change: Record<string, string | null>,
): Metadata | null | undefined {
  const merged = Object.entries({ ...before, ...change }).flatMap(([key, value]): [string, string][] =>
    value === null || value === '' ? [] : [[key, value]],
  )
  const after = Object.fromEntries(merged)
  if (merged.length === 0) return null
  return fits(after) ? after : undefined
}
