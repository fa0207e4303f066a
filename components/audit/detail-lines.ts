/** One fact of an audit entry; `former`, the value before it, is undefined where nothing was changed. */
export type DetailLine = { name: string; value: string; former?: string }

type Fields = Record<string, unknown>

const NONE = 'none'
/** Words of a field's name that are written in capitals. */
const CAPITALS = /\b(id|ids|ip|url|usd|ngn|rpc|csv)\b/g

/**
 * The detail of an audit entry as lines to read. Actions record a change as `{ before, after }`, as
 * `{ changes: { field: { from, to } } }`, as `{ from, to }`, or as the new fields beside `former`.
 */
export function detailLines(detail: Fields): DetailLine[] {
  const { former, before, from } = detail
  return Object.entries(detail).flatMap(([name, value]) => {
    if (name === 'changes' && isFields(value)) return changesIn(value)
    if (name === 'after' && isFields(value)) return differences(fieldsOf(before), value)
    if (name === 'to' && 'from' in detail) return [toChange('', from, value)]
    if (name === 'former' || (name === 'before' && 'after' in detail) || (name === 'from' && 'to' in detail)) return []
    if ('former' in detail) return [toLine(name, fieldsOf(former)[name], value)]
    return [{ name: toName(name), value: toText(value) }]
  })
}

function changesIn(changes: Fields): DetailLine[] {
  return Object.entries(changes).map(([name, change]) => toChange(name, fieldsOf(change).from, fieldsOf(change).to))
}

/** Only what differs. */
function differences(before: Fields, after: Fields): DetailLine[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].map((name) => toLine(name, before[name], after[name])).filter(({ former }) => former !== undefined)
}

function toLine(name: string, former: unknown, value: unknown): DetailLine {
  const isSame = toText(former) === toText(value)
  return isSame ? { name: toName(name), value: toText(value) } : toChange(name, former, value)
}

function toChange(name: string, former: unknown, value: unknown): DetailLine {
  return { name: toName(name), former: toText(former), value: toText(value) }
}

/** `webhookUrl` as `Webhook URL`. */
function toName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  const text = words.replace(CAPITALS, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(toText).join(', ')
  if (!isFields(value)) return String(value)
  const parts = Object.entries(value).map(([name, inner]) => `${toName(name).toLowerCase()} ${toText(inner)}`)
  return parts.length === 0 ? NONE : parts.join(', ')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
