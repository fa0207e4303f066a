import { fitParts, type NoticeText } from '@/server/channels/notice-text'
import { truncateText } from '@/server/channels/truncate-text'

/** The limits of a header and of a section, by Slack's reference of blocks. */
const MAX_HEADER = 150
const MAX_SECTION = 3_000
const MAX_PART = 600

/** The body for an incoming webhook of Slack: `text` is what notifications and screen readers take. */
export function slackBody({ head, parts, link }: NoticeText): object {
  const sections = parts.map(({ title, lines, runbook }) =>
    [
      `*${truncateText(escapeText(title), MAX_PART)}*`,
      ...lines.map((line) => truncateText(escapeText(line), MAX_PART)),
      ...(runbook ? [`<${runbook}|Runbook>`] : []),
    ].join('\n'),
  )
  const more = (left: number) => `… and ${left} more`
  const text = { type: 'mrkdwn', text: fitParts(sections, { max: MAX_SECTION, more }) }
  return {
    text: truncateText(escapeText(head), MAX_SECTION),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: truncateText(head, MAX_HEADER) } },
      { type: 'section', text },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${link.url}|${link.label}>` }] },
    ],
  }
}

/** The three signs that Slack reads as control signs: a text can neither link nor call people. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
