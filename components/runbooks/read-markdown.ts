/** The parts of a page of the docs: as much of markdown as they use. */
export type MarkdownBlock =
  | { type: 'heading'; level: 1 | 2; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'list'; isOrdered: boolean; items: string[] }
  | { type: 'code'; language: string; text: string }

/** Parts of a line. */
export type MarkdownSpan =
  | { type: 'text' | 'code' | 'strong'; text: string }
  | { type: 'link'; text: string; href: string }

const LIST_ITEM = /^(?:-|(\d+)\.) (.*)$/

/** Reads headings, paragraphs, lists and fenced code. */
export function readMarkdown(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1)
      if (end < 0) throw new Error('a code block has no end')
      blocks.push({ type: 'code', language: line.slice(3), text: lines.slice(at + 1, end).join('\n') })
      at = end
      continue
    }
    const [, marks, heading] = /^(#{1,2}) (.*)$/.exec(line) ?? []
    if (marks && heading) blocks.push({ type: 'heading', level: marks.length === 1 ? 1 : 2, text: heading })
    else addLine(blocks, line, lines[at - 1]?.trim() === '')
  }
  return blocks
}

function addLine(blocks: MarkdownBlock[], line: string, isNew: boolean): void {
  const last = isNew ? undefined : blocks.at(-1)
  const [item, number, text] = LIST_ITEM.exec(line) ?? []
  if (item !== undefined && text !== undefined) {
    if (last?.type === 'list') last.items.push(text)
    else blocks.push({ type: 'list', isOrdered: number !== undefined, items: [text] })
  } else if (last?.type === 'paragraph') last.text += ` ${line}`
  else blocks.push({ type: 'paragraph', text: line })
}

/** Reads code, strong text and links. */
export function readSpans(text: string): MarkdownSpan[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).flatMap((part, n): MarkdownSpan[] => {
    if (part === '') return []
    if (n % 2 === 0) return [{ type: 'text', text: part }]
    if (part.startsWith('`')) return [{ type: 'code', text: part.slice(1, -1) }]
    if (part.startsWith('**')) return [{ type: 'strong', text: part.slice(2, -2) }]
    const [, label = '', href = ''] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? []
    return [{ type: 'link', text: label, href }]
  })
}
