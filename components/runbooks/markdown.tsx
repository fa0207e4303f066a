import { TextLink } from '@/components/layout/text-link'
import { InlineCode } from '@/components/reference/inline-code'
import { CodeBlock } from '@/components/ui/code-block'
import { type MarkdownBlock, readSpans } from './read-markdown'

/** Renders a page of the docs without its title. */
export function Markdown({ blocks }: { blocks: readonly MarkdownBlock[] }) {
  return (
    <div className="max-w-3xl space-y-4">
      {blocks.map((block, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
        <Block key={n} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: MarkdownBlock }) {
  switch (block.type) {
    case 'heading':
      return <h2 className="pt-3 font-semibold text-base tracking-tight">{block.text}</h2>
    case 'paragraph':
      return (
        <p className="text-pretty break-words">
          <Line text={block.text} />
        </p>
      )
    case 'list':
      return <Items {...block} />
    case 'code':
      return <CodeBlock code={block.text} title={block.language === 'sql' ? 'SQL' : block.language} wrap />
    default:
      return block satisfies never
  }
}

function Items({ isOrdered, items }: { isOrdered: boolean; items: readonly string[] }) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={isOrdered ? 'list-decimal space-y-1.5 pl-5' : 'list-disc space-y-1.5 pl-5'}>
      {items.map((item) => (
        <li key={item} className="break-words pl-1">
          <Line text={item} />
        </li>
      ))}
    </List>
  )
}

function Line({ text }: { text: string }) {
  return readSpans(text).map((span, n) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
    if (span.type === 'code') return <InlineCode key={n} text={`\`${span.text}\``} />
    if (span.type === 'strong') return <strong key={n}>{span.text}</strong>
    if (span.type === 'link')
      return (
        <TextLink key={n} href={span.href} className="underline">
          {span.text}
        </TextLink>
      )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
    return span.text
  })
}
