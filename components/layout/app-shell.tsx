import type { ReactNode } from 'react'
import { Palette } from '@/components/search/palette'
import { cn } from '@/components/ui/cn'
import { Logo } from '@/components/ui/logo'
import { ThemeToggle } from '@/components/ui/theme-toggle'
import { AppLink } from './app-link'
import { MobileNav } from './mobile-nav'
import type { NavGroup } from './nav-item'
import { NavList } from './nav-list'

type AppShellProps = {
  nav: readonly NavGroup[]
  homeHref: string
  /**
   * The project whose records the search covers, in addition to pages. Null searches all projects; undefined hides the
   * search.
   */
  searchIn?: string | null
  /** Whether the search of a project also offers the search of all businesses. */
  canSearchAll?: boolean
  /** Business and project choice, under the logo. */
  switcher?: ReactNode
  userMenu: ReactNode
  /** A strip above everything: "You are viewing as …". */
  banner?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in page: a sidebar on wide screens, a top bar with a sheet on tablets and phones. */
export function AppShell({
  nav,
  homeHref,
  searchIn,
  canSearchAll,
  switcher,
  userMenu,
  banner,
  children,
}: AppShellProps) {
  const scope = searchIn === undefined ? null : { projectId: searchIn, pages: pagesOf(nav), canSearchAll }
  const home = (
    <AppLink href={homeHref} aria-label="Slipway, home" className="inline-flex rounded-md p-1">
      <Logo />
    </AppLink>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {banner ? (
        <section
          aria-label="Notice"
          className="border-b bg-warning px-4 py-2 text-center text-[0.8125rem] text-warning-foreground"
        >
          {banner}
        </section>
      ) : null}
      <header className="hull sticky top-0 z-30 flex h-14 items-center justify-between gap-2 border-b bg-surface px-3 lg:hidden">
        <div className="flex items-center gap-1">
          <MobileNav nav={nav} head={<Logo />} switcher={switcher} />
          {home}
        </div>
        <div className="flex items-center gap-1">
          {scope ? <Palette scope={scope} isBar /> : null}
          <ThemeToggle />
          {userMenu}
        </div>
      </header>
      <div className="lg:grid lg:flex-1 lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        {/* Its two ends stick each to its edge of the window, so that a banner above takes nothing from the lower one.
            The upper one leaves room for both. */}
        <aside aria-label="Sidebar" className="hull hidden flex-col border-r bg-surface lg:flex">
          <div
            className={cn(
              'sticky top-0 flex flex-col',
              banner ? 'max-h-[calc(100dvh-6.5rem)]' : 'max-h-[calc(100dvh-4rem)]',
            )}
          >
            <div className="flex h-14 shrink-0 items-center justify-between gap-2 px-3">
              {home}
              <ThemeToggle />
            </div>
            {switcher || scope ? (
              <div className="px-3 pb-3">
                {switcher}
                {scope ? <Palette scope={scope} /> : null}
              </div>
            ) : null}
            <div className="min-h-0 flex-1 overflow-y-auto px-3 pt-2 pb-5">
              <NavList groups={nav} label="Main" />
            </div>
          </div>
          <div className="waterline sticky bottom-0 mt-auto bg-surface p-3 pt-4">{userMenu}</div>
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

function pagesOf(nav: readonly NavGroup[]) {
  return nav.flatMap(({ label, items }) =>
    items.map((item) => ({ href: item.href, label: item.label, group: label ?? 'Page' })),
  )
}

/** Keyboard users jump over the navigation with it. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed! focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-primary focus:px-4! focus:py-2! focus:font-medium focus:text-primary-foreground"
    >
      Skip to content
    </a>
  )
}
