import { z } from 'zod'

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

export const schemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    oneOf: z.array(schemaShape).optional(),
    anyOf: z.array(schemaShape).optional(),
    items: schemaShape.optional(),
    properties: z.record(z.string(), schemaShape).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schemaShape]).optional(),
    description: z.string().optional(),
  }),
)

/** A schema as a TypeScript type. Named schemas are referred to by their names. */
export function writeType(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if ('const' in schema && schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const among = schema.oneOf ?? schema.anyOf
  if (among) return unionOf(among.map(writeType))
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => writeType({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `Array<${schema.items ? writeType(schema.items) : 'unknown'}>`
    case 'object':
      return writeObject(schema)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`)
  }
}

/** `{ a: string; b?: number }`, with each description as a comment. */
export function writeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${writeComment(field.description)}${quoted(name)}${required.includes(name) ? '' : '?'}: ${writeType(field)}`,
  )
  const more =
    additionalProperties === true
      ? ['[name: string]: unknown']
      : typeof additionalProperties === 'object' && fields.length === 0
        ? [`[name: string]: ${writeType(additionalProperties)}`]
        : []
  return `{ ${[...fields, ...more].join('\n')} }`
}

export function writeComment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : ''
}

export function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function nameOf(ref: string): string {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(ref)?.[1]
  if (!name) throw new Error(`${ref} is not a schema of the document`)
  return name
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
