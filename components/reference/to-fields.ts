import type { JsonSchema } from './json-schema'

/** One line of a field list. Nested names read `data.items[].id`. `choices` lists all values, if they are few. */
export type Field = {
  name: string
  type: string
  required: boolean
  description?: string
  choices: string[]
  rules: string[]
}

/** Every field below a schema, in the order of the document. */
export function toFields(schema: JsonSchema, prefix = ''): Field[] {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return mergeFields(toVariants(variants, prefix))
  if (schema.items) return toFields(schema.items, `${prefix}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const name = prefix ? `${prefix}.${key}` : key
    return [toField(name, child, schema.required?.includes(key) ?? false), ...toFields(child, name)]
  })
}

/** A variant of a union: its fields, and the value that identifies it, such as `EVM`. */
type Variant = { label: string | null; fields: Field[] }

function toVariants(schemas: readonly JsonSchema[], prefix: string): Variant[] {
  const names = Object.keys(schemas[0]?.properties ?? {})
  const constantsOf = (name: string) => schemas.map(({ properties }) => properties?.[name]?.const)
  const distinct = names.find((name) => {
    const constants = constantsOf(name)
    return constants.every((value) => value !== undefined) && new Set(constants).size === schemas.length
  })
  return schemas.map((schema) => ({
    label: distinct === undefined ? null : String(schema.properties?.[distinct]?.const),
    fields: toFields(schema, prefix),
  }))
}

/** One line a name, over all variants: required where each variant requires it. */
function mergeFields(variants: readonly Variant[]): Field[] {
  const names = new Set(variants.flatMap(({ fields }) => fields.map(({ name }) => name)))
  return [...names].map((name) => {
    const found = variants.flatMap(({ label, fields }) =>
      fields.filter((field) => field.name === name).map((field) => ({ label, field })),
    )
    return {
      name,
      type: unique(found.map(({ field }) => field.type)).join(' or '),
      required: found.length >= variants.length && found.every(({ field }) => field.required),
      description: descriptionOf(found),
      choices: unique(found.flatMap(({ field }) => field.choices)),
      rules: unique(found.flatMap(({ field }) => field.rules)),
    }
  })
}

/** The descriptions that variants have for one field: once if they agree, else each with its label. */
function descriptionOf(found: readonly { label: string | null; field: Field }[]): string | undefined {
  const texts = unique(found.flatMap(({ field }) => field.description || []))
  if (texts.length < 2) return texts[0]
  return texts
    .map((text) => {
      const labels = found.flatMap(({ label, field }) => (label !== null && field.description === text ? [label] : []))
      return labels.length > 0 ? `${labels.map((label) => `\`${label}\``).join(', ')}: ${text}` : text
    })
    .join(' ')
}

/** A schema that describes one value. */
export function toField(name: string, schema: JsonSchema, required: boolean): Field {
  const { description } = schema
  return { name, type: typeOf(schema), required, description, choices: choicesOf(schema), rules: rulesOf(schema) }
}

export function typeOf(schema: JsonSchema): string {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const sample = schema.const ?? schema.enum?.[0]
  // A schema without a type takes every value.
  const untyped = sample !== undefined ? typeof sample : schema.properties ? 'object' : 'any'
  const name = types.length > 0 ? types.join(' or ') : untyped
  const form = schema.format ?? schema.contentEncoding
  return form ? `${name} (${form})` : name
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function choicesOf(schema: JsonSchema): string[] {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return [...new Set(variants.flatMap(choicesOf))]
  if (schema.const !== undefined) return [String(schema.const)]
  return schema.enum?.map(String) ?? []
}

/** The largest numbers that a column and a program can hold. Readers need not know them. */
const TECHNICAL_MAXIMA = new Set([2_147_483_647, Number.MAX_SAFE_INTEGER])

function rulesOf(schema: JsonSchema): string[] {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return [...new Set(variants.flatMap(rulesOf))]
  const rules: string[] = []
  if (schema.exclusiveMinimum !== undefined) rules.push(`More than ${schema.exclusiveMinimum}`)
  if (schema.minimum !== undefined && schema.minimum !== 0 && schema.minimum > Number.MIN_SAFE_INTEGER)
    rules.push(`At least ${schema.minimum}`)
  if (schema.maximum !== undefined && !TECHNICAL_MAXIMA.has(schema.maximum)) rules.push(`At most ${schema.maximum}`)
  const length = lengthRule(schema)
  if (length) rules.push(length)
  // A format says the same in one word.
  if (schema.pattern && !schema.format) rules.push(`Matches ${schema.pattern}`)
  if (schema.default !== undefined && schema.default !== '') rules.push(`Default ${String(schema.default)}`)
  return rules
}

function lengthRule({ minLength, maxLength }: JsonSchema): string | null {
  if (minLength !== undefined && maxLength !== undefined) return `${minLength} to ${maxLength} characters`
  if (maxLength !== undefined) return `At most ${maxLength} characters`
  return minLength === undefined ? null : `At least ${minLength} characters`
}
