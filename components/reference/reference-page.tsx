import { Download } from 'lucide-react'
import { GuideSection } from '@/components/guides/guide-section'
import { type Guide, listGuides } from '@/components/guides/guides'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { Page } from '@/components/layout/page'
import { buttonStyles } from '@/components/ui/button-styles'
import { Card } from '@/components/ui/card'
import { CauseList } from './cause-list'
import { FieldList } from './field-list'
import { InlineCode } from './inline-code'
import { MethodBadge } from './method-badge'
import { OperationSection } from './operation-section'
import type { Reference } from './read-reference'
import { type OwnedProject, TokenProvider } from './token-context'
import { TokenForm } from './token-form'

type ReferencePageProps = {
  reference: Reference
  /** Those that the reader owns; none of somebody who is not signed in. */
  projects: readonly OwnedProject[]
}

/** The API reference: every operation by its area, to read and to try. */
export function ReferencePage({ reference, projects }: ReferencePageProps) {
  const guides = listGuides(reference.baseUrl)
  const download = (
    <a href="/v1/openapi.json" className={buttonStyles()}>
      <Download aria-hidden />
      OpenAPI 3.1
    </a>
  )
  return (
    <TokenProvider projects={projects}>
      <AppShell nav={navOf(reference, guides)} homeHref="/" userMenu={download}>
        <Page title="API reference" description={<InlineCode text={reference.description} />}>
          <Card title="Your access token" description="For the forms below, which call this server.">
            <div className="max-w-2xl">
              <TokenForm />
            </div>
          </Card>
          <section aria-labelledby="guides" className="space-y-8 pt-6">
            <h2 id="guides" className="font-semibold text-xl tracking-tight">
              Guides
            </h2>
            {guides.map((guide) => (
              <GuideSection key={guide.id} guide={guide} />
            ))}
          </section>
          {reference.groups.map((group) => (
            <section key={group.name} aria-labelledby={anchorOf(group.name)} className="space-y-8 pt-6">
              <h2 id={anchorOf(group.name)} className="font-semibold text-xl tracking-tight">
                {group.name}
              </h2>
              {group.operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} baseUrl={reference.baseUrl} />
              ))}
            </section>
          ))}
          <section aria-labelledby="errors" className="space-y-6 pt-6">
            <h2 id="errors" className="font-semibold text-xl tracking-tight">
              Errors
            </h2>
            <section aria-labelledby="codes" className="space-y-2">
              <h3 id="codes" className="font-semibold">
                Codes
              </h3>
              <p className="max-w-2xl text-pretty">
                <InlineCode text="Every error has a `code` that names its cause and never changes. `message` is for people and may change. `param` is the field, parameter or header that caused the error. Retry 429 and 503 errors. For any other error, change the request first." />
              </p>
              <CauseList causes={reference.causes} />
            </section>
            {reference.errorBodies.map((body) => (
              <section key={body.name} id={body.name} aria-labelledby={`${body.name}-title`} className="space-y-2">
                <h3 id={`${body.name}-title`} className="font-semibold">
                  {body.name}
                </h3>
                <FieldList fields={body.fields} quiet />
              </section>
            ))}
          </section>
        </Page>
      </AppShell>
    </TokenProvider>
  )
}

function navOf({ groups }: Reference, guides: readonly Guide[]): NavGroup[] {
  const read = guides.map(({ id, title }) => ({ href: `#${id}`, label: title, icon: null }))
  const areas = groups.map((group) => ({
    label: group.name,
    items: group.operations.map(({ id, summary, method }) => ({
      href: `#${id}`,
      label: summary,
      icon: <MethodBadge method={method} />,
    })),
  }))
  return [
    { label: 'Guides', items: read },
    ...areas,
    {
      label: 'Errors',
      items: [
        { href: '#codes', label: 'Codes', icon: null },
        { href: '#errors', label: 'Error bodies', icon: null },
      ],
    },
  ]
}

function anchorOf(name: string): string {
  return `area-${name.toLowerCase().replaceAll(/\W+/g, '-')}`
}
