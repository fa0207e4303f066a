/** A key and its value, under the limits of the API. A key that contains `=` cannot be written this way. */
export const METADATA_PAIR = /^(?!__proto__=)([^\p{Cc}\p{Cs}[\]=]{1,40})=([^\p{Cc}\p{Cs}]{1,500})$/u

/** The metadata that a pair such as `customer=c-77` names; undefined for text that is none. */
export function toMetadata(pair: string | null | undefined): Record<string, string> | undefined {
  const [, key, value] = METADATA_PAIR.exec(pair ?? '') ?? []
  return key === undefined || value === undefined ? undefined : { [key]: value }
}
