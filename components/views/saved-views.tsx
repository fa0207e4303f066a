'use client'

import { useQuery } from '@tanstack/react-query'
import { Bookmark, Ellipsis } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { AppLink } from '@/components/layout/app-link'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { SavedList } from '@/schemas/views/words'
import { isSameQuery, queryOf } from './query-of'

const saveForm = lazyPart(() => import('./save-view-form'))
const editForm = lazyPart(() => import('./edit-view-form'))

type SavedViewsProps = {
  projectId: string
  list: SavedList
  /** The filters of the list as they are in its address, without the page. */
  filters: Readonly<Record<string, string | number | null>>
}

/** The reader's saved views of a list as links, and a button that saves its present filters. */
export function SavedViews({ projectId, list, filters }: SavedViewsProps) {
  const trpc = useTRPC()
  const pathname = usePathname()
  const shortfall = useRoleShortfall(projectId, 'viewer')
  const { data, error } = useQuery(trpc.views.list.queryOptions({ projectId, list }))
  const views = data?.items ?? []
  const query = queryOf(filters)
  const current = views.find((view) => isSameQuery(view.query, query))
  const canSave = query !== '' && data !== undefined && !current
  if (error && !data) return <p className="text-muted-foreground">Your saved views could not be loaded.</p>
  if (views.length === 0 && !canSave) return null
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <span
          key={view.id}
          className={cn(
            'inline-flex h-8 max-w-full items-center rounded-full border',
            view === current ? 'border-transparent bg-accent text-accent-foreground' : 'bg-surface',
          )}
        >
          <AppLink
            href={`${pathname}?${view.query}`}
            aria-current={view === current ? 'true' : undefined}
            className="truncate rounded-full py-1 pr-1 pl-3 font-medium text-[0.8125rem] hover:underline hover:underline-offset-4"
          >
            {view.name}
          </AppLink>
          <LazyDialog
            part={editForm}
            trigger={
              <Button
                variant="ghost"
                size="icon-sm"
                className="rounded-full"
                aria-label={`Edit the view ${view.name}`}
                disabledReason={shortfall}
              >
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            {({ EditViewForm }, state) => <EditViewForm projectId={projectId} view={view} {...state} />}
          </LazyDialog>
        </span>
      ))}
      {canSave ? (
        <LazyDialog
          part={saveForm}
          trigger={
            <Button size="sm" variant="ghost" icon={<Bookmark aria-hidden />} disabledReason={shortfall}>
              Save view
            </Button>
          }
        >
          {({ SaveViewForm }, state) => <SaveViewForm projectId={projectId} list={list} query={query} {...state} />}
        </LazyDialog>
      ) : null}
    </nav>
  )
}
