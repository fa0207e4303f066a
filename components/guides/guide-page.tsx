import { CodeTabs } from '@/components/reference/code-tabs'
import { DocsPageFrame, Paragraphs } from '@/components/reference/docs-page'
import type { DocsPage } from '@/components/reference/docs-pages'
import { Part } from '@/components/reference/part'
import { toAnchor } from '@/components/reference/to-anchor'
import { CodeBlock } from '@/components/ui/code-block'
import type { Guide, GuideCode } from './guide'
import { ReleaseList } from './release-list'
import { SequenceFigure } from './sequence-figure'

const MIN_LISTED = 3

/** One guide: paragraphs and code under their headings, with a list of the headings next to them. */
export function GuidePage({ guide, pages, page }: { guide: Guide; pages: readonly DocsPage[]; page: DocsPage }) {
  const { title, paragraphs, sequence, parts = [], code, releases = [] } = guide
  const body = (
    <div className="min-w-0 space-y-6">
      <Paragraphs texts={paragraphs} pages={pages} page={page} />
      {sequence ? <SequenceFigure sequence={sequence} /> : null}
      {parts.map((part) => (
        <Part key={part.title} id={toAnchor(part.title)} title={part.title}>
          <div className="space-y-3">
            <Paragraphs texts={part.paragraphs} pages={pages} page={page} />
            {part.sequence ? <SequenceFigure sequence={part.sequence} /> : null}
            <Code label={part.title} code={part.code ?? []} />
          </div>
        </Part>
      ))}
      <ReleaseList releases={releases} pages={pages} />
      <Code label={title} code={code} />
    </div>
  )
  return (
    <DocsPageFrame pages={pages} page={page}>
      {parts.length < MIN_LISTED ? (
        body
      ) : (
        <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_13rem]">
          {body}
          <OnThisPage titles={parts.map((part) => part.title)} />
        </div>
      )}
    </DocsPageFrame>
  )
}

function Code({ label, code }: { label: string; code: readonly GuideCode[] }) {
  const languages = code.flatMap((block) => (block.language ? [{ language: block.language, code: block.code }] : []))
  if (languages.length > 1) return <CodeTabs label={label} programs={languages} />
  return code.map((block) => <CodeBlock key={block.title} title={block.title} code={block.code} />)
}

function OnThisPage({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-labelledby="on-this-page" className="hidden xl:block">
      <div className="sticky top-6 space-y-2 border-l pl-4 text-[0.8125rem]">
        <p id="on-this-page" className="font-medium">
          On this page
        </p>
        <ul className="space-y-1.5">
          {titles.map((title) => (
            <li key={title}>
              <a href={`#${toAnchor(title)}`} className="text-muted-foreground hover:text-foreground">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
