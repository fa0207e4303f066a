import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parseDay } from '@/components/filters/parse-day'

const MS_PER_DAY = 86_400_000

/** A statement's state in the URL, read alike by the page and by the component. */
export const statementFilter = { from: parseAsText, to: parseAsText, page: parseAsPage }

type Filter = { from: string | null; to: string | null; page: number }

/** This month until today, or the whole month before it, in days of UTC. */
export function monthPeriod(month: 'this' | 'last', now = new Date()): { from: string; to: string } {
  const today = now.toISOString().slice(0, 10)
  const first = `${today.slice(0, 7)}-01`
  if (month === 'this') return { from: first, to: today }
  const to = new Date(Date.parse(first) - MS_PER_DAY).toISOString().slice(0, 10)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** This month until today, unless the URL says otherwise; an end before its beginning is that day alone. */
export function toStatementInput({ from, to, page }: Filter, now = new Date()) {
  const today = now.toISOString().slice(0, 10)
  const last = parseDay(to ?? undefined) ?? today
  const first = parseDay(from ?? undefined) ?? `${last.slice(0, 7)}-01`
  const isInOrder = first <= last
  return { from: first, to: isInOrder ? last : first, page }
}
