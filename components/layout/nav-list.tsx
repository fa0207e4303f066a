'use client'

import { ChevronRight } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { AppLink } from './app-link'
import { type ItemPaths, isActivePath } from './is-active-path'
import type { NavGroup } from './nav-item'

type NavListProps = { groups: readonly NavGroup[]; label: string; onNavigate?: () => void }

export function NavList({ groups, label, onNavigate }: NavListProps) {
  const pathname = usePathname()
  const list = useRef<HTMLElement>(null)
  const isActive = (item: ItemPaths) => isActivePath(pathname, item)
  // In a long list, such as that of the docs, the present page may be below the fold.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={list} aria-label={label} className="space-y-5 lg:space-y-4 lg:short:space-y-2">
      {groups.map((group, index) =>
        group.collapsed && group.label ? (
          <CollapsedGroup key={group.label} label={group.label} isActive={group.items.some(isActive)}>
            <NavItems items={group.items} isActive={isActive} onNavigate={onNavigate} />
          </CollapsedGroup>
        ) : (
          <div key={group.label ?? index}>
            {group.label ? (
              <p className="mb-1 px-2.5 lg:short:mb-0.5 eyebrow text-muted-foreground">{group.label}</p>
            ) : null}
            <NavItems items={group.items} isActive={isActive} onNavigate={onNavigate} />
          </div>
        ),
      )}
    </nav>
  )
}

type NavItemsProps = { items: NavGroup['items']; isActive: (item: ItemPaths) => boolean; onNavigate?: () => void }

function NavItems({ items, isActive, onNavigate }: NavItemsProps) {
  return (
    <ul className="space-y-0.5">
      {items.map((item) => (
        <li key={item.href}>
          <AppLink
            href={item.href}
            onClick={onNavigate}
            aria-current={isActive(item) ? 'page' : undefined}
            className={cn(
              'flex min-h-9 scroll-mt-4 scroll-mb-4 items-center gap-2.5 rounded-sm px-2.5 py-1 font-medium text-sm leading-5 transition-colors lg:min-h-7 lg:short:min-h-6 lg:short:py-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
              isActive(item)
                ? 'bg-accent text-accent-foreground inset-shadow-[3px_0_0_var(--signal)]'
                : 'text-muted-foreground hover:bg-muted hover:text-foreground',
            )}
          >
            {item.icon}
            <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1">{item.label}</span>
            {item.badge}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

type CollapsedGroupProps = { label: string; isActive: boolean; children: ReactNode }

/** A group that stays as a person left it. It opens on each of its pages. */
function CollapsedGroup({ label, isActive, children }: CollapsedGroupProps) {
  const [open, setOpen] = useState(isActive)
  const [wasActive, setWasActive] = useState(isActive)
  if (isActive !== wasActive) {
    setWasActive(isActive)
    if (isActive) setOpen(true)
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="mb-1 flex min-h-9 cursor-pointer list-none items-center justify-between rounded-md eyebrow px-2.5 text-muted-foreground hover:bg-muted hover:text-foreground lg:min-h-7 [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
      </summary>
      {children}
    </details>
  )
}
