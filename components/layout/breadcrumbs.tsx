import { ChevronRight } from 'lucide-react'
import { AppLink } from './app-link'

export type Crumb = { label: string; href: string }

/** The pages above this one; the page itself is the heading below. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
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
