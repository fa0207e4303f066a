'use client'

import { LogOut } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import type { MenuEntry } from '@/components/ui/menu-props'

type UserMenuProps = {
  name: string
  email: string
  role: string
  onSignOut: () => void
  /** Further items, shown above "Sign out". */
  items: readonly MenuEntry[]
}

/** The signed-in person, with the button to sign out. On narrow screens only the initials show. */
export function UserMenu({ name, email, role, onSignOut, items }: UserMenuProps) {
  return (
    <DropdownMenu
      side="top"
      className="min-w-56"
      trigger={
        <Button
          variant="ghost"
          className="h-10 justify-start px-1.5 text-left lg:w-full [&>span]:w-full"
          aria-label={`Account: ${name}`}
        >
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-accent-foreground text-xs"
          >
            {toInitials(name)}
          </span>
          <span className="hidden min-w-0 flex-1 lg:block">
            <span className="block truncate leading-4">{name}</span>
            <span className="block truncate font-normal text-muted-foreground text-xs leading-4">{role}</span>
          </span>
        </Button>
      }
      head={
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-muted-foreground text-xs">
            {email} · {role}
          </p>
        </div>
      }
      items={[...items, { key: 'sign-out', label: 'Sign out', icon: <LogOut aria-hidden />, onSelect: onSignOut }]}
    />
  )
}

function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
