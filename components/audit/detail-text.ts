import { codeText, type DetailForm } from '@/schemas/audit/detail-fields'
import { formatAmount } from '@/server/money/amount'
import { exactMoney } from '@/server/money/display-amount'
import { formatUtc } from '@/server/text/format-utc'
import { formOf, nameOf } from './detail-field'

/**
 * The names of records that an entry holds by id: people, keys, projects, businesses, tokens, and `chain 1`, `plan 2`,
 * `product 3`.
 */
export type DetailNames = Readonly<Record<string, string>>

type About = { action: string; names: DetailNames }

const NONE = 'none'
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const ACTOR = /^(?:user|key):/

/** The value of a field in words. */
export function detailText(about: About, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? NONE : value.map((one) => detailText(about, field, one)).join(', ')
  if (isFields(value)) return fieldsText(about, value)
  return plainText(about, formOf(about.action, field), String(value))
}

function plainText({ names }: About, form: DetailForm | undefined, text: string): string {
  switch (form) {
    case 'usd':
      return moneyText(text, 'USD')
    case 'naira':
      return moneyText(text, 'NGN')
    case 'kobo':
      return /^\d+$/.test(text) ? exactMoney(formatAmount(BigInt(text), 2), 'NGN') : text
    case 'hours':
      return counted(text, 'hour')
    case 'minutes':
      return counted(text, 'minute')
    case 'hundredths':
      return /^\d+$/.test(text) ? `${formatAmount(BigInt(text), 2)} %` : text
    case 'time':
      return Number.isNaN(Date.parse(text)) ? text : formatUtc(new Date(text))
    case 'code':
      return codeText(text)
    case 'chain':
      return names[`chain ${text}`] ?? `Chain ${text}`
    case 'plan':
    case 'product':
      return names[`${form} ${text}`] ?? text
    default:
      return names[text.replace(ACTOR, '')] ?? text
  }
}

/** A rule of a list by its content and the name that people gave it; of other records each field. */
function fieldsText(about: About, fields: Record<string, unknown>): string {
  const { label, ...rest } = fields
  const parts = Object.entries(rest).map(([field, value]) => {
    const text = detailText(about, field, value)
    return field === 'address' ? text : `${nameOf(about.action, field).toLowerCase()} ${text}`
  })
  const content = parts.join(', ') || NONE
  return typeof label === 'string' && label !== '' ? `${content} (${label})` : content
}

function moneyText(text: string, currency: 'USD' | 'NGN'): string {
  return DECIMAL.test(text) ? exactMoney(text, currency) : text
}

function counted(text: string, unit: string): string {
  return `${text} ${text === '1' ? unit : `${unit}s`}`
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
