'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

export type TabItem<V extends string> = { value: V; label: ReactNode; content: ReactNode; count?: number }

type TabsProps<V extends string> = {
  tabs: readonly TabItem<V>[]
  value: V
  onValueChange: (value: V) => void
  'aria-label': string
}

/**
 * Views of one thing. Keep `value` in the URL. Arrow keys move the focus between the tabs, Enter chooses one. A view
 * may be a LazyContent: its code is loaded once its tab is chosen.
 */
export function Tabs<V extends string>({ tabs, value, onValueChange, 'aria-label': label }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  // An address can name a tab that this page does not have.
  const chosen = tabs.find((tab) => tab.value === value) ?? tabs[0]
  // On a narrow screen the chosen tab may be outside the visible part.
  useEffect(() => {
    const own = list.current?.querySelector(`[data-value="${CSS.escape(value)}"]`)?.getBoundingClientRect()
    if (!list.current || !own) return
    const around = list.current.getBoundingClientRect()
    list.current.scrollLeft += Math.max(0, own.right - around.right) - Math.max(0, around.left - own.left)
  }, [value])
  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className="flex gap-5 overflow-x-auto overflow-y-hidden border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab === chosen}
            aria-controls={tab === chosen ? `${id}-view` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onValueChange(tab.value)}
            className="relative flex h-10 shrink-0 items-center gap-2 rounded-t font-medium text-muted-foreground text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:scale-x-0 after:rounded-full after:bg-primary after:transition-transform after:duration-150 hover:text-foreground focus-visible:-outline-offset-2 aria-selected:text-foreground aria-selected:after:scale-x-100"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="tabular rounded-full bg-muted px-1.5 text-muted-foreground text-xs leading-5">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      {chosen ? (
        <div
          key={chosen.value}
          role="tabpanel"
          id={`${id}-view`}
          aria-labelledby={`${id}-${chosen.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard goes from a tab to its view.
          tabIndex={0}
          className="pt-5 outline-none"
        >
          {chosen.content}
        </div>
      ) : null}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab.contains(document.activeElement))
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  tabs.at(to % tabs.length)?.focus()
}
