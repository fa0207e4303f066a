'use client'

import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { controlStyles } from '@/components/ui/control-styles'
import { CauseList } from './cause-list'
import { filterGroups } from './filter-groups'
import { Part } from './part'
import type { StatusGroup } from './status-groups'

/** Every code under its status, with links to each status and a filter. An address of a code links to its row. */
export function ErrorGroups({ groups }: { groups: readonly StatusGroup[] }) {
  const [query, setQuery] = useState('')
  const shown = filterGroups(groups, query)
  const count = shown.reduce((sum, { causes }) => sum + causes.length, 0)
  return (
    <>
      <div className="max-w-2xl space-y-3">
        {/* The shared field loads code of forms, which no other part of this page needs. */}
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          className={cn(controlStyles, 'h-9')}
          aria-label="Filter the codes"
          placeholder="A code, a status or words, such as balance"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          {count === 1 ? '1 code' : `${count} codes`}
        </p>
        <nav aria-label="Statuses" className="flex flex-wrap gap-2">
          {shown.map(({ status, anchor }) => (
            <a
              key={status}
              href={`#${anchor}`}
              className="tabular rounded-md border bg-surface px-2.5 py-1 font-mono text-[0.8125rem] hover:bg-muted"
            >
              {status}
            </a>
          ))}
        </nav>
      </div>
      {shown.map(({ anchor, title, causes }) => (
        <Part key={anchor} id={anchor} title={title} note={causes.length === 1 ? '1 code' : `${causes.length} codes`}>
          <CauseList causes={causes} />
        </Part>
      ))}
    </>
  )
}
