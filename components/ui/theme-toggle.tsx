'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { Button } from './button'
import { DropdownMenu } from './dropdown-menu'

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const

/** Light, dark or the system's choice. The icon follows the page by CSS, so it is right before hydration. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme()
  return (
    <DropdownMenu
      className="min-w-36"
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme" className="noscript:hidden">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      }
      items={THEMES.map(({ value, label, icon }) => ({
        key: value,
        label,
        icon,
        checked: theme === value,
        onSelect: () => setTheme(value),
      }))}
    />
  )
}
