'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { AppLink } from '@/components/layout/app-link'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { lazyPart } from '@/components/ui/lazy-part'
import { SearchKeys } from '@/components/ui/search-keys'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { MethodBadge } from './method-badge'
import { type DocsEntry, searchDocs } from './search-docs'

const entry = z.object({
  path: z.string(),
  title: z.string(),
  area: z.string(),
  method: z.string().nullable(),
  terms: z.string(),
})

const INDEX = lazyPart<DocsEntry[]>(async () => {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search index answered ${response.status}`)
  return z.array(entry).parse(await response.json())
})

/** The search of the docs. Arrow keys move between the field and the hits, Enter in the field opens the first. */
export function DocsSearchDialog({ open, onOpenChange }: DialogState) {
  const [query, setQuery] = useState('')
  const { entries, hasFailed, load } = useIndex()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hits = searchDocs(entries ?? [], query)
  const close = () => onOpenChange(false)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search the docs"
      size="lg"
      initialFocus={() => field.current}
    >
      <SearchKeys field={field} list={list}>
        <Input
          ref={field}
          type="search"
          autoComplete="off"
          aria-label="Search for an operation, a field or a code"
          placeholder="An operation, a field or a code"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {hasFailed ? (
          <ErrorState title="The search could not be loaded" message="Check your connection." onRetry={load} />
        ) : (
          <p role="status" className="text-[0.8125rem] text-muted-foreground">
            {statusOf(query, { isLoading: entries === null, hits: hits.length })}
          </p>
        )}
        <ul ref={list} className="max-h-96 space-y-0.5 overflow-y-auto">
          {hits.map(({ path, title, area, method }) => (
            <li key={path}>
              <AppLink
                href={path}
                onClick={close}
                className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-muted focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{title}</span>
                  <span className="block text-muted-foreground text-xs">{area}</span>
                </span>
                {method ? <MethodBadge method={method} /> : null}
              </AppLink>
            </li>
          ))}
        </ul>
      </SearchKeys>
    </Dialog>
  )
}

function statusOf(query: string, { isLoading, hits }: { isLoading: boolean; hits: number }): string {
  if (query.trim() === '') return 'Type a word, such as transfer, webhook-signature or policy_limit.'
  if (isLoading) return 'Loading…'
  return hits === 0 ? 'No page has all of these words.' : `${hits} ${hits === 1 ? 'page' : 'pages'}`
}

function useIndex() {
  const [entries, setEntries] = useState(INDEX.read)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    INDEX.load().then(setEntries, () => setFailed(true))
  }, [])
  useEffect(load, [load])
  return { entries, hasFailed, load }
}
