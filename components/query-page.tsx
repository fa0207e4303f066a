'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Page } from '@/components/layout/page'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { type ContentQuery, displayableData } from './displayable-data'
import { QueryContent } from './query-content'

type PageHead = Omit<ComponentProps<typeof Page>, 'children'>

/**
 * `title` and what else of a page's head is known before the first answer; `head` names the parts that come with it.
 */
type QueryPageProps<Data> = PageHead & {
  query: ContentQuery<Data>
  head: (data: Data) => Partial<PageHead>
  children: (data: Data) => ReactNode
}

/**
 * A page about one thing: its head and its content come with the first answer and stay when a later one does not come.
 */
export function QueryPage<Data>({ query, head, children, ...known }: QueryPageProps<Data>) {
  const data = displayableData(query)
  const loading = (
    <Card>
      <Skeleton className="h-64" />
    </Card>
  )
  return (
    <Page {...known} {...(data === undefined ? {} : head(data))}>
      <QueryContent query={query} loading={loading} back={known.breadcrumbs?.at(-1)}>
        {children}
      </QueryContent>
    </Page>
  )
}
