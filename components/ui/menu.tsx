'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from './cn'
import type { MenuEntry, MenuOpener, MenuProps } from './menu-props'
import { popupStyles } from './popup-styles'

/** The menu that DropdownMenu renders once the code is loaded; it opens on mount. */
export function Menu(props: MenuProps & { openedBy: MenuOpener }) {
  const { trigger, items, align = 'end', side = 'bottom', className, label, head, openedBy } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    // A click opens the menu as a key press would: the first item gets the focus.
    if (openedBy === 'keyboard') button.current?.click()
  }, [openedBy])
  const entries = items.map((entry) => <Entry key={entry.key} entry={entry} />)
  return (
    <Base.Root defaultOpen={openedBy === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} side={side} className="z-50 outline-none">
          <Base.Popup className={cn(popupStyles, 'min-w-44 max-w-[calc(100vw-2rem)]', className)}>
            {head ? (
              <>
                {head}
                <Base.Separator className="-mx-1 my-1 h-px bg-border" />
              </>
            ) : null}
            {label ? (
              <Base.Group>
                <Base.GroupLabel className="px-2 py-1.5 font-medium text-muted-foreground text-xs">
                  {label}
                </Base.GroupLabel>
                {entries}
              </Base.Group>
            ) : (
              entries
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry: { icon, label, hint, danger, disabled, checked, link, onSelect } }: { entry: MenuEntry }) {
  const className = cn(
    "flex min-h-8 items-center gap-2.5 rounded px-2 py-1.5 text-sm outline-none data-highlighted:bg-muted data-disabled:opacity-55 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
    danger ? 'text-danger-foreground data-highlighted:bg-danger' : '[&>svg]:text-muted-foreground',
  )
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {hint ? <span className="block truncate text-muted-foreground text-xs">{hint}</span> : null}
      </span>
      {checked ? <Check aria-label="(current)" className="size-4" /> : null}
    </>
  )
  if (link) {
    return (
      <Base.LinkItem render={link} closeOnClick className={className}>
        {content}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={className}>
      {content}
    </Base.Item>
  )
}
