type Json = Record<string, unknown>

/** Values of these keywords are data, and no part of the description. */
const DATA = ['const', 'default', 'enum', 'example', 'examples', 'mapping']

/** An OpenAPI 3.1 document as 3.0, for generators that read nothing newer. It says less, and nothing else. */
export function toOpenApi30({ webhooks: _webhooks, ...document }: Json): Json {
  return { ...toSchema30(document), openapi: '3.0.3' }
}

/** The keywords of JSON Schema that 3.0 spells in another way or does not know, at every depth. */
function toSchema30(node: Json): Json {
  const { const: only, contentEncoding, propertyNames: _names, examples, type, anyOf, ...others } = node
  const kept = Object.fromEntries(
    Object.entries(others).map(([key, value]) => [key, DATA.includes(key) ? value : inside(value, key)]),
  )
  return {
    ...kept,
    ...typeOf(type),
    ...(Array.isArray(anyOf) && alternativesOf(anyOf)),
    // Generators of then wrote a boolean of `enum` as a name that Python does not know.
    ...(only !== undefined && typeof only !== 'boolean' && { enum: [only] }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
    ...(Array.isArray(examples) ? { example: examples[0] } : examples !== undefined && { examples }),
  }
}

/** `key`: properties have names of their own, which are no keywords. */
function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((one) => inside(one, ''))
  if (!isObject(value)) return value
  if (key !== 'properties') return toSchema30(value)
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, inside(property, '')]))
}

/** `nullable` in place of a type `null` among others. */
function typeOf(type: unknown): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type }
  return { type: type.find((one) => one !== 'null'), nullable: true }
}

function alternativesOf(anyOf: readonly unknown[]): Json {
  const others = anyOf.filter((one) => !isNull(one)).map((one) => inside(one, ''))
  if (others.length === anyOf.length) return { anyOf: others }
  const [only] = others
  if (others.length > 1 || !isObject(only)) return { anyOf: others, nullable: true }
  return '$ref' in only ? { allOf: [only], nullable: true } : { ...only, nullable: true }
}

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null'

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
