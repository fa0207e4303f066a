import { ALARMS } from '@/schemas/alarms/words'
import { formatUtc } from '@/server/text/format-utc'
import type { Incident } from './incidents-of'
import type { Notice } from './plan-notice'

/** Links to more details. */
export type Links = { alarms: string; runbook: (kind: Incident['kind']) => string }

/** The text of one message: a line that can be read alone, a part for each alarm, and where to read more. */
export type NoticeText = { head: string; parts: readonly Part[]; link: { label: string; url: string } }
type Part = { title: string; lines: readonly string[]; runbook: string | null }

const SEVERITY_NAMES = { critical: 'Critical', error: 'Error', warning: 'Warning' } as const

/** The text of a notice, the worst alarm first. */
export function noticeText({ opened, closed, over, isDigest }: Notice, links: Links): NoticeText {
  const parts = [
    ...opened.map((incident) => ({
      title: `${SEVERITY_NAMES[ALARMS[incident.kind].severity]}: ${nameOf(incident)}`,
      lines: linesOf(incident),
      runbook: links.runbook(incident.kind),
    })),
    ...closed.map((incident) => ({ title: `Closed: ${nameOf(incident)}`, lines: timesOf(incident), runbook: null })),
    ...over.map((incident) => ({ title: `Over: ${nameOf(incident)}`, lines: timesOf(incident), runbook: null })),
  ]
  const [only] = parts
  const counted = [
    ...(opened.length > 0 ? [`${alarms(opened.length)} open`] : []),
    ...(closed.length > 0 ? [`${alarms(closed.length)} closed`] : []),
    ...(over.length > 0 ? [`${alarms(over.length)} opened and closed`] : []),
  ].join(', ')
  const link = { label: 'All alarms', url: links.alarms }
  if (isDigest) return { head: `After quiet hours: ${counted}`, parts, link }
  return { head: only && parts.length === 1 ? only.title : counted, parts, link }
}

/** The text of an operator's test. */
export function testText(links: Links): NoticeText {
  return {
    head: 'Test alarm from Slipway',
    parts: [{ title: 'Nothing is wrong', lines: ['An operator tests this channel.'], runbook: null }],
    link: { label: 'All alarms', url: links.alarms },
  }
}

/** The name of an alarm, its chain and its subject. */
export function nameOf({ kind, chainName, subject }: Incident): string {
  return [ALARMS[kind].name, ...(chainName ? [chainName] : []), ...(subject ? [subject] : [])].join(' · ')
}

function linesOf({ message, reason, openedAt }: Incident): string[] {
  return [message, ...(reason ? [reason] : []), `Open since ${formatUtc(openedAt)}`]
}

function timesOf({ openedAt, closedAt }: Incident): string[] {
  return [`${formatUtc(openedAt)}${closedAt ? ` to ${formatUtc(closedAt)}` : ''}`]
}

function alarms(count: number): string {
  return count === 1 ? '1 alarm' : `${count} alarms`
}

/**
 * As many parts as fit into `max` characters, joined by empty lines, and a last one with the number of parts that are
 * left out.
 */
export function fitParts(
  parts: readonly string[],
  { max, more }: { max: number; more: (left: number) => string },
): string {
  const fitting: string[] = []
  for (const [n, part] of parts.entries()) {
    const rest = parts.length - n - 1
    const end = rest > 0 ? `\n\n${more(rest)}` : ''
    const text = [...fitting, part].join('\n\n')
    if (text.length + end.length > max) break
    fitting.push(part)
  }
  const left = parts.length - fitting.length
  return [...fitting, ...(left > 0 ? [more(left)] : [])].join('\n\n')
}
