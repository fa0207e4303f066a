'use client'

import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import type { NavGroup } from './nav-item'
import { NavList } from './nav-list'

type MobileNavProps = { nav: readonly NavGroup[]; head: ReactNode; switcher?: ReactNode }

export function MobileNav({ nav, head, switcher }: MobileNavProps) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title="Navigation"
      head={head}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Open navigation">
          <Menu aria-hidden />
        </Button>
      }
    >
      {switcher ? <div className="px-3 pb-3">{switcher}</div> : null}
      <div className="px-3 py-2">
        <NavList groups={nav} label="Main" onNavigate={() => setOpen(false)} />
      </div>
    </Sheet>
  )
}
