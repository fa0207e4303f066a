import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { AppLink } from './app-link'

type PageProps = {
  title: ReactNode
  description?: ReactNode
  /** Content next to the title, such as a state badge. */
  badge?: ReactNode
  actions?: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** `narrow` for forms and settings. */
  width?: 'wide' | 'narrow'
  children: ReactNode
}

/** The anatomy of every page: breadcrumbs, title, actions, content. */
export function Page({ title, description, badge, actions, breadcrumbs, width = 'wide', children }: PageProps) {
  return (
    <div
      className={cn('mx-auto w-full px-4 py-6 sm:px-6 lg:px-10 lg:py-9', width === 'wide' ? 'max-w-6xl' : 'max-w-3xl')}
    >
      <header className="draught mb-6">
        {breadcrumbs?.length ? (
          <div className="mb-2">
            <Breadcrumbs crumbs={breadcrumbs} />
          </div>
        ) : null}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          {/* A long description breaks rather than pushing the actions below it. */}
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="break-words font-semibold text-2xl leading-9 tracking-[-0.025em] sm:text-[1.75rem]">
                {title}
              </h1>
              {badge}
            </div>
            {description ? <p className="mt-0.5 max-w-2xl text-pretty text-muted-foreground">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
      </header>
      <div className="space-y-6">{children}</div>
    </div>
  )
}

type Crumb = { label: string; href: string }

/** The pages above this one; the page itself is the heading below. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-[0.8125rem] text-muted-foreground">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-h-6 items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden className="size-3.5" /> : null}
            <AppLink
              href={crumb.href}
              className="rounded-sm py-0.5 hover:text-foreground hover:underline hover:underline-offset-4"
            >
              {crumb.label}
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
