import { CHANGES_FROM_TO, type DetailForm, OWN_DETAIL_FIELDS } from '@/schemas/audit/detail-fields'
import { formOf, nameOf } from './detail-field'
import { type DetailNames, detailText } from './detail-text'

/** One fact of an audit entry; `former`, the value before it, is undefined if nothing was changed. */
export type DetailLine = {
  name: string
  value: string
  former?: string
  /** The value as it is stored, if the text is not enough: a time, or the id of a record. */
  stored?: { form: DetailForm; value: string }
}

type Fields = Record<string, unknown>
type Entry = { action: string; detail: Fields; names: DetailNames }

/** Values that the page shows as more than a text. */
const STORED: readonly (DetailForm | undefined)[] = ['time', 'business', 'deposit', 'payment', 'token', 'transaction']

/**
 * The detail of an audit entry as lines to read. Actions record a change as `{ before, after }`, as
 * `{ changes: { field: { from, to } } }`, as `{ from, to }`, or as the new fields beside `former`. A field that was not
 * given is left out, except in a change.
 */
export function detailLines({ action, detail, names }: Entry): DetailLine[] {
  const { former, before, from } = detail
  const isMove = 'from' in detail && 'to' in detail && CHANGES_FROM_TO.includes(action)
  const about = { action, names }
  const lines = fieldsInOrder(detail).flatMap(([field, value]) => {
    if (field === 'changes' && isFields(value)) return changesIn(about, value)
    if (field === 'after' && isFields(value)) return differences(about, fieldsOf(before), value)
    if (field === 'to' && isMove) return [toChange(about, field, from, value)]
    if (field === 'former' || (field === 'before' && 'after' in detail) || (field === 'from' && isMove)) return []
    if ('former' in detail && field !== 'isConfirmed') return [toLine(about, field, formerOf(former, field), value)]
    return value === null ? [] : [toFact(about, field, value)]
  })
  // The id and the name of a plan are one line.
  return lines.filter(
    (line, index) => lines.findIndex(({ name, value }) => name === line.name && value === line.value) === index,
  )
}

/** What was done and to which token comes first: the database keeps the fields in the order of their length. */
const FIRST = ['kind', 'act', 'decision', 'tokenId']

function fieldsInOrder(detail: Fields): [string, unknown][] {
  const rank = (field: string) => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length)
  return Object.entries(detail).sort(([one], [other]) => rank(one) - rank(other))
}

type About = Pick<Entry, 'action' | 'names'>

/** The former value of a field: that of a record, or the only value that there was. */
function formerOf(former: unknown, field: string): unknown {
  return isFields(former) ? former[field] : former
}

function changesIn(about: About, changes: Fields): DetailLine[] {
  return Object.entries(changes).map(([field, change]) =>
    toChange(about, field, fieldsOf(change).from, fieldsOf(change).to),
  )
}

/** Only what differs. */
function differences(about: About, before: Fields, after: Fields): DetailLine[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .map((field) => toLine(about, field, before[field], after[field]))
    .filter(({ former }) => former !== undefined)
}

function toLine(about: About, field: string, former: unknown, value: unknown): DetailLine {
  const change = toChange(about, field, former, value)
  return change.former === change.value ? toFact(about, field, value) : change
}

function toFact(about: About, field: string, value: unknown): DetailLine {
  const line = { name: nameOf(about.action, field), value: detailText(about, field, value) }
  const form = formOf(about.action, field)
  if (typeof value !== 'string' || form === undefined || !STORED.includes(form)) return line
  return { ...line, stored: { form, value } }
}

function toChange(about: About, field: string, former: unknown, value: unknown): DetailLine {
  return {
    name: field === 'to' ? nameOfMove(about.action) : nameOf(about.action, field),
    former: detailText(about, field, former),
    value: detailText(about, field, value),
  }
}

/** A name or an email needs no label: the action says what was changed. */
function nameOfMove(action: string): string {
  return OWN_DETAIL_FIELDS[action]?.to?.label ?? ''
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
