'use client'

import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Skeleton } from './skeleton'

export type TabItem<V extends string> = { value: V; label: ReactNode; content: ReactNode; count?: number }

type TabsProps<V extends string> = {
  tabs: readonly TabItem<V>[]
  value: V
  onValueChange: (value: V) => void
  'aria-label': string
}

/** Views of one thing. Keep `value` in the URL. A view may be `lazy`: its code comes once its tab is chosen. */
export function Tabs<V extends string>({ tabs, value, onValueChange, 'aria-label': label }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  // On a narrow screen the chosen tab may be beside it.
  useEffect(() => {
    const chosen = [...(list.current?.children ?? [])].find((tab) => tab.getAttribute('data-value') === value)
    if (!list.current || !chosen) return
    const [around, own] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    list.current.scrollLeft += Math.max(0, own.right - around.right) - Math.max(0, around.left - own.left)
  }, [value])
  return (
    <Base.Root value={value} onValueChange={onValueChange} className="min-w-0">
      <Base.List
        ref={list}
        aria-label={label}
        className="relative flex gap-5 overflow-x-auto overflow-y-hidden border-b"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            data-value={tab.value}
            className="flex h-10 shrink-0 items-center gap-2 rounded-t font-medium text-muted-foreground text-sm transition-colors hover:text-foreground focus-visible:-outline-offset-2 data-active:text-foreground"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="tabular rounded-full bg-muted px-1.5 text-muted-foreground text-xs leading-5">
                {tab.count}
              </span>
            )}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-primary transition-[translate,width] duration-150" />
      </Base.List>
      {tabs.map((tab) => (
        // The view that was left goes at once: otherwise both are shown until the next frame.
        <Base.Panel key={tab.value} value={tab.value} className="pt-5 outline-none data-ending-style:hidden">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>{tab.content}</Suspense>
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
