import { CodeBlock } from '@/components/ui/code-block'
import { DocsPageFrame, Paragraphs } from './docs-page'
import type { DocsPage } from './docs-pages'
import { FieldList } from './field-list'
import { Part } from './part'
import type { WebhookKind } from './read-reference'

/** One kind of webhook: when it is sent, its headers and its body. */
export function EventPage({ event, pages, page }: { event: WebhookKind; pages: readonly DocsPage[]; page: DocsPage }) {
  return (
    <DocsPageFrame pages={pages} page={page}>
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <Paragraphs
            texts={[event.summary, ...event.description.split('\n\n')].filter(Boolean)}
            pages={pages}
            page={page}
          />
          <Part id="headers" title="Headers">
            <FieldList fields={event.headers} quiet />
          </Part>
          <Part id="body" title="Body" note="application/json">
            <FieldList fields={event.fields} quiet />
          </Part>
        </div>
        <div className="min-w-0">
          <CodeBlock title="Example" code={event.example} className="xl:sticky xl:top-4" />
        </div>
      </div>
    </DocsPageFrame>
  )
}
