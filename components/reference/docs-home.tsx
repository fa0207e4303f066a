import { Download } from 'lucide-react'
import { docsPaths } from '@/components/docs-paths'
import type { Guide } from '@/components/guides/guide'
import { AppLink } from '@/components/layout/app-link'
import { Page } from '@/components/layout/page'
import { buttonStyles } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import type { DocsPage } from './docs-pages'
import { InlineCode } from './inline-code'
import { MethodBadge } from './method-badge'
import { OldAnchors } from './old-anchors'
import { TokenForm } from './token-form'

type DocsHomeProps = { description: string; pages: readonly DocsPage[]; guides: readonly Guide[] }

/** The start of the docs: guides first, then every operation by its area. */
export function DocsHome({ description, pages, guides }: DocsHomeProps) {
  const areas = [...new Set(pages.map(({ area }) => area))].filter((area) => area !== 'Guides' && area !== 'Errors')
  const guidePaths = new Set(guides.map(({ id }) => docsPaths.docsGuide(id)))
  return (
    <Page
      title="Docs"
      description={<InlineCode text={description.split('\n\n')[0] ?? ''} />}
      actions={
        <a href="/v1/openapi.json" className={buttonStyles()}>
          <Download aria-hidden />
          OpenAPI 3.1
        </a>
      }
    >
      <OldAnchors />
      <section aria-labelledby="guides" className="space-y-3">
        <h2 id="guides" className="font-semibold text-lg tracking-tight">
          Guides
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {pages
            .filter(({ path }) => guidePaths.has(path))
            .map(({ path, title, summary }) => (
              <li key={path} className="min-w-0">
                <AppLink href={path} className="block h-full rounded-lg border bg-surface p-4 hover:bg-muted">
                  <span className="block font-medium">{title}</span>
                  <span className="mt-1 wrap-anywhere line-clamp-3 block text-[0.8125rem] text-muted-foreground">
                    <InlineCode text={summary} />
                  </span>
                </AppLink>
              </li>
            ))}
        </ul>
      </section>
      <Card title="Your access token" description="For the “Try it” forms of the operations, which call this server.">
        <div className="max-w-2xl">
          <TokenForm />
        </div>
      </Card>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {areas.map((area) => (
          <section key={area} aria-labelledby={anchorOf(area)} className="min-w-0 space-y-2">
            <h2 id={anchorOf(area)} className="font-semibold">
              {area}
            </h2>
            <ul className="divide-y rounded-lg border bg-surface">
              {pages
                .filter((page) => page.area === area)
                .map(({ path, title, method }) => (
                  <li key={path}>
                    <AppLink href={path} className="flex items-center gap-3 px-4 py-2 hover:bg-muted">
                      {method ? <MethodBadge method={method} /> : null}
                      <span className="min-w-0 break-words">{title}</span>
                    </AppLink>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="text-muted-foreground">
        For agents and scripts:{' '}
        <a href="/llms.txt" className="underline underline-offset-4">
          llms.txt
        </a>
        , all pages as{' '}
        <a href="/llms-full.txt" className="underline underline-offset-4">
          one text file
        </a>
        . Add <code className="font-mono text-[0.8125rem]">.md</code> to the address of a page to read it as Markdown.
      </p>
    </Page>
  )
}

function anchorOf(name: string): string {
  return `area-${name.toLowerCase().replaceAll(/\W+/g, '-')}`
}
