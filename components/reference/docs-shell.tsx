import type { ReactNode } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { AppShell } from '@/components/layout/app-shell'
import type { NavGroup } from '@/components/layout/nav-item'
import { paths } from '@/components/paths'
import { buttonStyles } from '@/components/ui/button-styles'
import type { DocsPage } from './docs-pages'
import { DocsSearch } from './docs-search'
import { MethodBadge } from './method-badge'
import { type OwnedProject, TokenProvider } from './token-context'

type DocsShellProps = {
  pages: readonly DocsPage[]
  /** The projects of the reader; empty for a reader who is not signed in. */
  projects: readonly OwnedProject[]
  children: ReactNode
}

/**
 * The frame of the docs: search and navigation next to each page. A token of the reader stays while they move between
 * pages.
 */
export function DocsShell({ pages, projects, children }: DocsShellProps) {
  const toPortal = (
    <AppLink href="/" className={buttonStyles({ className: 'lg:w-full' })}>
      Portal
    </AppLink>
  )
  return (
    <TokenProvider projects={projects}>
      <AppShell nav={navOf(pages)} homeHref={paths.docs} switcher={<DocsSearch />} userMenu={toPortal}>
        {children}
      </AppShell>
    </TokenProvider>
  )
}

function navOf(pages: readonly DocsPage[]): NavGroup[] {
  const areas = [...new Set(pages.map(({ area }) => area))]
  return [
    { items: [{ href: paths.docs, label: 'Overview', icon: null, exact: true }] },
    ...areas.map((area) => ({
      label: area,
      items: pages
        .filter((page) => page.area === area)
        .map(({ path, title, method }) => ({
          href: path,
          label: title,
          icon: method ? <MethodBadge method={method} /> : null,
        })),
    })),
  ]
}
