'use client'

import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { NavGroup } from './nav-item'
import { NavList } from './nav-list'

type MobileNavProps = { nav: readonly NavGroup[]; head: ReactNode; switcher?: ReactNode }

const sheet = lazyPart(() => import('@/components/ui/sheet'))

/** The navigation of narrow screens. Its panel is loaded on first use: wide screens never need it. */
export function MobileNav({ nav, head, switcher }: MobileNavProps) {
  const trigger = (
    <Button variant="ghost" size="icon" aria-label="Open navigation">
      <Menu aria-hidden />
    </Button>
  )
  return (
    <LazyDialog part={sheet} trigger={trigger}>
      {({ Sheet }, state) => (
        <Sheet {...state} title="Navigation" head={head} className="hull">
          {switcher ? <div className="px-3 pb-3">{switcher}</div> : null}
          <div className="px-3 py-2">
            <NavList groups={nav} label="Main" onNavigate={() => state.onOpenChange(false)} />
          </div>
        </Sheet>
      )}
    </LazyDialog>
  )
}
