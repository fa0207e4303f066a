import { InlineCode } from '@/components/reference/inline-code'
import { CodeBlock } from '@/components/ui/code-block'
import type { Guide } from './guides'

/** One guide: a few paragraphs, and code that works as it stands. */
export function GuideSection({ guide: { id, title, paragraphs, code } }: { guide: Guide }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-18 space-y-4 md:scroll-mt-4">
      <h3 id={`${id}-title`} className="font-semibold text-lg leading-7 tracking-tight">
        {title}
      </h3>
      <div className="max-w-2xl space-y-2 text-pretty">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>
            <InlineCode text={paragraph} />
          </p>
        ))}
      </div>
      {code.length > 0 ? (
        <div className="grid gap-4 xl:grid-cols-2">
          {code.map((block) => (
            <CodeBlock key={block.title} title={block.title} code={block.code} />
          ))}
        </div>
      ) : null}
    </section>
  )
}
