import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { CopyPage } from './copy-page'
import { addressOfCode, adjacentPages, type DocsPage } from './docs-pages'
import { InlineCode } from './inline-code'

type DocsPageFrameProps = {
  pages: readonly DocsPage[]
  page: DocsPage
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page of the docs: breadcrumbs, the Markdown version, and links to the previous and next page. */
export function DocsPageFrame({ pages, page, actions, children }: DocsPageFrameProps) {
  const { previous, next } = adjacentPages(pages, page.path)
  return (
    <Page
      title={page.title}
      breadcrumbs={[{ label: 'Docs', href: paths.docs }]}
      badge={<span className="text-muted-foreground text-xs">{page.area}</span>}
      actions={
        <>
          <span className="flex items-center gap-1 text-muted-foreground text-xs">
            <a href={`${page.path}.md`} className="rounded-sm underline-offset-4 hover:underline">
              Markdown
            </a>
            <CopyPage key={page.path} path={page.path} />
          </span>
          {actions}
        </>
      }
    >
      {children}
      <nav aria-label="Previous and next page" className="grid gap-3 border-t pt-6 sm:grid-cols-2">
        {previous ? (
          <Neighbour page={previous} icon={<ArrowLeft aria-hidden className="size-4 shrink-0" />} label="Previous" />
        ) : (
          <span />
        )}
        {next ? (
          <Neighbour
            page={next}
            icon={<ArrowRight aria-hidden className="order-last ml-auto size-4 shrink-0" />}
            label="Next"
          />
        ) : null}
      </nav>
    </Page>
  )
}

function Neighbour({ page, icon, label }: { page: DocsPage; icon: ReactNode; label: string }) {
  return (
    <AppLink
      href={page.path}
      className="flex min-w-0 items-center gap-3 rounded-lg border bg-surface px-4 py-3 hover:bg-muted"
    >
      {icon}
      <span className="min-w-0">
        <span className="block text-muted-foreground text-xs">{label}</span>
        <span className="block truncate font-medium">{page.title}</span>
      </span>
    </AppLink>
  )
}

type ParagraphsProps = { texts: readonly string[]; pages: readonly DocsPage[]; page: DocsPage }

/** Paragraphs of the docs. Calls, events and error codes link to their pages. */
export function Paragraphs({ texts, pages, page }: ParagraphsProps) {
  const others = pages.filter(({ path }) => path !== page.path)
  return (
    <div className="max-w-2xl space-y-3 text-pretty leading-6">
      {texts.map((text) => (
        <p key={text}>
          <InlineCode text={text} addressOf={(code) => addressOfCode(code, others)} />
        </p>
      ))}
    </div>
  )
}
