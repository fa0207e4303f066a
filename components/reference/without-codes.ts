import type { Field } from './to-fields'

/** The fields of an error on the page of the errors, which lists all codes already. */
export function withoutCodes(fields: readonly Field[]): Field[] {
  return fields.map((field) => (field.name === 'code' ? { ...field, choices: [] } : field))
}
