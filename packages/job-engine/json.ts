export type JsonObject = { [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** RFC 8785: sorted keys, ECMAScript numbers. Signatures cover exactly this text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`
}
