'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { buttonStyles } from '@/components/ui/button-styles'
import { cn } from '@/components/ui/cn'
import { isSearchKey } from '@/components/ui/is-search-key'
import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { PaletteScope } from './palette-scope'

const STYLES = {
  bar: 'px-2.5 text-muted-foreground max-sm:border-transparent max-sm:bg-transparent dark:max-sm:bg-transparent max-sm:shadow-none sm:w-64',
  sidebar: 'mt-2 w-full justify-start px-2.5 text-muted-foreground',
} as const

const DIALOG = lazyPart(() => import('./palette-dialog'))

/**
 * Opens the way to every page and record: by its button, by `/` and by Ctrl-K. `isBar`: for the bar of narrow screens.
 */
export function Palette({ scope, isBar }: { scope: PaletteScope; isBar?: boolean }) {
  const { show, preload, open, dialog } = useLazyDialog(DIALOG, ({ PaletteDialog }, state) => (
    <PaletteDialog {...scope} {...state} />
  ))
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef(show)
  shown.current = show
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A page has two, for wide screens and for phones. The hidden one leaves the key to the other.
      if (!isSearchKey(event) || button.current?.offsetParent === null) return
      event.preventDefault()
      void shown.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/ Control+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void show()}
        className={cn(buttonStyles(), STYLES[isBar ? 'bar' : 'sidebar'])}
      >
        <Search aria-hidden />
        <span className={cn('flex flex-1 items-center', isBar && 'hidden sm:flex')}>
          Search
          <kbd aria-hidden className="ml-auto rounded border px-1.5 font-mono text-xs leading-5">
            Ctrl K
          </kbd>
        </span>
      </button>
      {dialog}
    </>
  )
}
