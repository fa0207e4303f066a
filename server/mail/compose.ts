import type { MailKind } from '@/schemas/mail/words'
import type { MailBody } from './queue-mails'

/** The content of an email, before it becomes text and HTML: nothing in it is markup. */
type Letter = {
  kind: MailKind
  subject: string
  /** Name of the reader; null if it is unknown. */
  to: string | null
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  /** The link to the page for it. */
  link?: { label: string; url: string }
  /** The reason why the reader gets the email. */
  foot?: string
}

// The colours of app/globals.css: mail programs know neither variables nor oklch.
const PAGE =
  'margin:0;padding:16px;background:#f9f8f3;color:#0f1f2a;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;background:#fffefd;border:1px solid #e1e0d9;border-radius:0 0 8px 8px'
const HULL = 'padding:12px 24px;background:#0c2738;color:#f9f8f3;font-weight:600;border-bottom:3px solid #f86f3f'
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#095b7e;color:#ffffff;text-decoration:none'
const NAME = 'padding:6px 16px 6px 0;color:#4f5b65;vertical-align:top'
const OWNS_BUSINESS = 'You get this email because you own this business in Slipway.'
const FOOT = 'margin:24px 0 0;color:#4f5b65;font-size:13px'

/** The longest paragraph, in characters: a long name must not cut off an amount. */
const MAX_PARAGRAPH = 2_000

/** A letter as plain text and as simple HTML, every value in it escaped. */
export function compose({ kind, subject, to, paragraphs, facts = [], link, foot = OWNS_BUSINESS }: Letter): MailBody {
  const greeting = to === null ? [] : [`Hello ${oneLine(to)},`]
  const body = paragraphs.map((paragraph) => oneLine(paragraph, MAX_PARAGRAPH))
  const rows = facts.map(([name, value]) => [name, oneLine(value)] as const)
  const text = [
    ...greeting,
    ...body,
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${foot}`,
  ].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const row = ([name, value]: readonly [string, string]) =>
    `<tr><td style="${NAME}">${escapeHtml(name)}</td><td style="padding:6px 0;vertical-align:top;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    `<body style="${PAGE}"><div style="${SHEET}"><div style="${HULL}">Slipway</div><div style="padding:24px">`,
    ...[...greeting, ...body].map(paragraph),
    ...(rows.length > 0
      ? [`<table style="border-collapse:collapse;margin:0 0 24px">${rows.map(row).join('')}</table>`]
      : []),
    ...(link ? [`<a style="${BUTTON}" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`] : []),
    `<p style="${FOOT}">${foot}</p></div></div></body></html>`,
  ].join('\n')
  return { kind, subject: oneLine(subject), text: `${text}\n`, html }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** The longest header, in characters. */
const MAX = 200

/**
 * Text that people chose, in the form that a header can hold. It has no line ends or other control characters, which
 * would begin a second header, and an ellipsis if it is cut.
 */
function oneLine(text: string, longest: number = MAX): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const signs = [...line]
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : line
}
