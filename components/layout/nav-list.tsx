'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { AppLink } from './app-link'
import { isActivePath } from './is-active-path'
import type { NavGroup } from './nav-item'

type NavListProps = { groups: readonly NavGroup[]; label: string; onNavigate?: () => void }

export function NavList({ groups, label, onNavigate }: NavListProps) {
  const pathname = usePathname()
  const list = useRef<HTMLElement>(null)
  // In a long list, such as that of the docs, the present page may be below the fold.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={list} aria-label={label} className="space-y-5 md:space-y-4">
      {groups.map((group, index) => (
        <div key={group.label ?? index}>
          {group.label ? <p className="mb-1 px-2.5 font-medium text-muted-foreground text-xs">{group.label}</p> : null}
          <ul className="space-y-0.5">
            {group.items.map((item) => {
              const active = isActivePath(pathname, item)
              return (
                <li key={item.href}>
                  <AppLink
                    href={item.href}
                    onClick={onNavigate}
                    aria-current={active ? 'page' : undefined}
                    className={cn(
                      'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1 font-medium text-sm leading-5 transition-colors md:min-h-7 [&_svg]:size-4 [&_svg]:shrink-0',
                      active
                        ? 'bg-accent text-accent-foreground'
                        : 'text-muted-foreground hover:bg-muted hover:text-foreground',
                    )}
                  >
                    {item.icon}
                    <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1">{item.label}</span>
                    {item.badge}
                  </AppLink>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}
