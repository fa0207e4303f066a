import { AppLink } from '@/components/layout/app-link'
import { type DocsPage, pageOfCall } from '@/components/reference/docs-pages'
import { InlineCode } from '@/components/reference/inline-code'
import { MethodBadge } from '@/components/reference/method-badge'
import { Part } from '@/components/reference/part'
import { Card } from '@/components/ui/card'
import type { Release } from './guide'

type ReleaseListProps = { releases: readonly Release[]; pages: readonly DocsPage[] }

/** The additions of each day, with links to the pages of the operations. */
export function ReleaseList({ releases, pages }: ReleaseListProps) {
  return releases.map(({ date, calls, fields }) => (
    <Part key={date} id={date} title={date} note={noteOf(calls.length, fields.length)}>
      <Card flush>
        <ul aria-label={`Calls added on ${date}`} className="divide-y">
          {calls.map((call) => (
            <Call key={call} call={call} page={pageOfCall(call, pages)} />
          ))}
        </ul>
        {fields.length > 0 ? (
          <dl className="space-y-3 border-t px-5 py-4">
            {fields.map(([names, meaning]) => (
              <div key={`${names} ${meaning}`} className="gap-x-4 sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <dt className="flex flex-wrap gap-1">
                  {names.split(', ').map((name) => (
                    <code key={name} className="break-all rounded bg-muted px-1 font-mono text-[0.8125rem] leading-6">
                      {name}
                    </code>
                  ))}
                </dt>
                <dd className="text-muted-foreground leading-6">
                  <InlineCode text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </Card>
    </Part>
  ))
}

function Call({ call, page }: { call: string; page: DocsPage | undefined }) {
  const [method = '', path = ''] = call.split(' ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
      <MethodBadge method={method} />
      <span className="min-w-0 break-all font-mono text-[0.8125rem]">{path}</span>
      {page ? (
        <AppLink
          href={page.path}
          className="rounded-sm text-[0.8125rem] text-accent-foreground underline-offset-4 hover:underline sm:ml-auto"
        >
          {page.title}
        </AppLink>
      ) : null}
    </li>
  )
}

function noteOf(calls: number, fields: number): string {
  const added = [calls === 1 ? '1 call' : `${calls} calls`, ...(fields > 0 ? ['new fields'] : [])]
  return added.join(', ')
}
