import { DETAIL_FIELDS, type DetailField, type DetailForm, OWN_DETAIL_FIELDS } from '@/schemas/audit/detail-fields'

/** Words of a field's name that are written in capitals. */
const CAPITALS = /\b(id|ids|ip|url|usd|ngn|rpc|csv)\b/g

/** The label of a field in the detail of an action. */
export function nameOf(action: string, field: string): string {
  return fieldOf(action, field)?.label ?? toWords(field)
}

/** How the value of a field is written; undefined for plain text. */
export function formOf(action: string, field: string): DetailForm | undefined {
  return fieldOf(action, field)?.form
}

function fieldOf(action: string, field: string): DetailField | undefined {
  return OWN_DETAIL_FIELDS[action]?.[field] ?? DETAIL_FIELDS[field]
}

/** `webhookUrl` as `Webhook URL`. */
function toWords(field: string): string {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  const text = words.replace(CAPITALS, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
