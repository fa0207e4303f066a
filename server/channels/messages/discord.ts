import { fitParts, type NoticeText } from '@/server/channels/notice-text'
import { truncateText } from '@/server/channels/truncate-text'

const MAX_CONTENT = 2_000
const MAX_PART = 400
/** No previews of links. */
const SUPPRESS_EMBEDS = 4

/** The body for a webhook of Discord. Its text mentions no user. */
export function discordBody({ head, parts, link }: NoticeText): object {
  const sections = parts.map(({ title, lines, runbook }) =>
    [
      `**${truncateText(escapeText(title), MAX_PART)}**`,
      ...lines.map((line) => truncateText(escapeText(line), MAX_PART)),
      ...(runbook ? [`Runbook: <${runbook}>`] : []),
    ].join('\n'),
  )
  const end = `${link.label}: <${link.url}>`
  const begin = parts.length > 1 ? [`**${truncateText(escapeText(head), MAX_PART)}**`] : []
  const max = MAX_CONTENT - [...begin, end].join('\n\n').length - 4
  const content = [...begin, fitParts(sections, { max, more: (left) => `… and ${left} more` }), end].join('\n\n')
  return { content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS }
}

function escapeText(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()@<-]/g, '\\$&')
}
