import { z } from 'zod'
import { REFUSAL_CODES } from '@/server/refusals/refusals'
import { field } from '@/server/text/field'

export type Json = Record<string, unknown>

const defs = z.record(z.string(), z.record(z.string(), z.unknown())).default({})
const wrapped = z.object({ $defs: defs, properties: z.object({ it: z.record(z.string(), z.unknown()) }) })

export const errorView = z
  .object({
    status: field(z.literal(false), 'False if the call was refused.', false),
    message: field(z.string(), 'The problem, for people.', 'Validation failed'),
    code: z.string().meta({
      description: 'The cause, for programs. More codes may be added: handle an unknown code by its status.',
      enum: REFUSAL_CODES,
      examples: ['validation_failed'],
    }),
    param: field(z.string().optional(), 'The field, parameter or header that is the cause.', 'amount'),
    errors: field(z.array(z.string()).optional(), 'Per-field messages, `field: message`.', ['amount: is too large']),
    retryAfter: field(z.int().optional(), 'The number of seconds to wait; with 429, and with 503 if known.', 12),
    resolveUrl: field(
      z.string().optional(),
      'The page of the portal where an owner resolves it: the plans, or the balance. With every 402, and with a 403 of a capability.',
      'https://slipway.example/projects/019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f/plans?product=3',
    ),
  })
  .meta({ id: 'Error' })

/** The refusal of a status whose `data` says more; plain refusals of that status have none. */
export function errorWith(id: string, data: z.ZodType): z.ZodType {
  return errorView
    .extend({ data: data.optional().describe('The details of the error, if there are any.') })
    .meta({ id })
}

/** Writes schemas as JSON Schema; those with an id are in `named` once and are referred to. */
export function schemaWriter() {
  const named: Json = {}
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const json = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override: toOpenApi })
    const { $defs, properties } = wrapped.parse(rename(json))
    for (const [name, { id: _id, ...definition }] of Object.entries($defs)) named[name] = definition
    return properties.it
  }
  return { named, write }
}

type Overridden = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

function toOpenApi({ zodSchema, jsonSchema }: Overridden): void {
  const { def } = zodSchema._zod
  // Left out for whatever is transformed: what our fields say is the value as it is sent.
  const meta = z.globalRegistry.get(zodSchema)
  if (Array.isArray(meta?.examples)) jsonSchema.examples = meta.examples
  if (meta?.default !== undefined) jsonSchema.default = meta.default
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // A format says the same, and a reply may gain fields.
  if (jsonSchema.format) delete jsonSchema.pattern
  // No format of OpenAPI has this name: the encoding says it.
  if (jsonSchema.contentEncoding === jsonSchema.format) delete jsonSchema.format
  if (jsonSchema.pattern) jsonSchema.pattern = toPortable(jsonSchema.pattern)
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  if (zodSchema instanceof z.ZodDiscriminatedUnion) jsonSchema.discriminator = discriminatorOf(zodSchema)
}

/**
 * A pattern that the regular expressions of other languages read alike: not all of them know classes of Unicode. Lone
 * surrogates, which no valid text has, are left out.
 */
function toPortable(pattern: string): string {
  return pattern
    .replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f')
    .replaceAll('\\p{Cs}', '')
    .replaceAll('[\\]]', '\\[\\]]')
}

/** The schema that each value of the one field selects. */
function discriminatorOf({ def }: z.ZodDiscriminatedUnion): Json {
  const { discriminator: propertyName, options } = def
  const mapping = options.flatMap((option) => {
    const literal = option instanceof z.ZodObject ? option.shape[propertyName] : undefined
    const id = option instanceof z.ZodObject ? option.meta()?.id : undefined
    return literal instanceof z.ZodLiteral && id ? [[String(literal.value), `#/components/schemas/${id}`]] : []
  })
  return { propertyName, mapping: Object.fromEntries(mapping) }
}

function rename(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
