import { CodeTabs } from '@/components/reference/code-tabs'
import { DocsPageFrame, Paragraphs } from '@/components/reference/docs-page'
import type { DocsPage } from '@/components/reference/docs-pages'
import { CodeBlock } from '@/components/ui/code-block'
import type { Guide } from './guide'
import { ReleaseList } from './release-list'

/** One guide: a few paragraphs, and code that works as it stands. */
export function GuidePage({ guide, pages, page }: { guide: Guide; pages: readonly DocsPage[]; page: DocsPage }) {
  const { title, paragraphs, code, releases = [] } = guide
  const languages = code.flatMap((block) => (block.language ? [{ language: block.language, code: block.code }] : []))
  return (
    <DocsPageFrame pages={pages} page={page}>
      <Paragraphs texts={paragraphs} />
      <ReleaseList releases={releases} pages={pages} />
      {languages.length > 1 ? (
        <CodeTabs label={title} programs={languages} />
      ) : (
        code.map((block) => <CodeBlock key={block.title} title={block.title} code={block.code} />)
      )}
    </DocsPageFrame>
  )
}
