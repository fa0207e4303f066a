'use client'

import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { AppLink } from './app-link'

type SwitcherOption = { href: string; label: string; hint?: ReactNode; current?: boolean }

type SwitcherProps = { label: string; current: string; hint?: ReactNode; options: readonly SwitcherOption[] }

/** Chooses the project (or business) that the pages below are about. */
export function Switcher({ label, current, hint, options }: SwitcherProps) {
  return (
    <DropdownMenu
      align="start"
      className="w-(--anchor-width) min-w-56"
      trigger={
        <Button
          className="h-11 w-full justify-start px-2.5 text-left [&>span]:w-full"
          aria-label={`${label}: ${current}`}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate leading-4">{current}</span>
            {hint ? (
              <span className="block truncate font-normal text-muted-foreground text-xs leading-4">{hint}</span>
            ) : null}
          </span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
      label={label}
      items={options.map((option) => ({
        key: option.href,
        label: option.label,
        hint: option.hint,
        checked: option.current,
        link: <AppLink href={option.href} />,
      }))}
    />
  )
}
