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
import { MarkedText } from './marked-text'
import { MethodBadge } from './method-badge'
import { type DocsEntry, type DocsHit, searchDocs } from './search-docs'

const entry = z.object({
  path: z.string(),
  title: z.string(),
  area: z.string(),
  method: z.string().nullable(),
  terms: z.string(),
  text: z.string(),
  parts: z.array(z.object({ anchor: z.string(), title: z.string(), text: z.string() })),
})

const INDEX = lazyPart<DocsEntry[]>(async () => {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search index returned ${response.status}`)
  return z.array(entry).parse(await response.json())
})

/** If this fails, the dialog loads the index again and reports the error. */
export function preloadIndex(): void {
  INDEX.load().catch(() => {})
}

/** The search of the docs. Arrow keys move between the field and the hits, Enter in the field opens the first. */
export function DocsSearchDialog({ open, onOpenChange }: DialogState) {
  const [query, setQuery] = useState('')
  const { entries, hasFailed, load } = useIndex()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const whole = searchDocs(entries ?? [], query)
  const hits = whole.length > 0 ? whole : searchDocs(entries ?? [], query, { some: true })
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
          aria-label="Search the docs for words, fields, codes or a status"
          placeholder="Words, a field, a code or a status"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {hasFailed ? (
          <ErrorState title="The search could not be loaded" message="Check your connection." onRetry={load} />
        ) : (
          <p role="status" className="text-[0.8125rem] text-muted-foreground">
            {statusOf(query, { isLoading: entries === null, whole: whole.length, some: hits.length })}
          </p>
        )}
        <ul ref={list} className="max-h-96 space-y-0.5 overflow-y-auto">
          {hits.map((hit) => (
            <li key={hit.path}>
              <HitLink hit={hit} onClick={close} />
            </li>
          ))}
        </ul>
      </SearchKeys>
    </Dialog>
  )
}

function HitLink({ hit, onClick }: { hit: DocsHit; onClick: () => void }) {
  const { path, title, area, method, part, snippet, words } = hit
  return (
    <AppLink
      href={path}
      onClick={onClick}
      className="flex items-start gap-3 rounded-md px-3 py-2 hover:bg-muted focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">
          {title}
          {part ? <span className="text-muted-foreground"> › {part}</span> : null}
        </span>
        <span className="wrap-anywhere line-clamp-2 block text-[0.8125rem] text-muted-foreground">
          <MarkedText text={snippet} words={words} />
        </span>
      </span>
      <span className="shrink-0 text-muted-foreground text-xs leading-5 max-sm:hidden">{area}</span>
      {method ? <MethodBadge method={method} /> : null}
    </AppLink>
  )
}

type Found = { isLoading: boolean; whole: number; some: number }

function statusOf(query: string, { isLoading, whole, some }: Found): string {
  if (query.trim() === '') return 'Type a word, such as transfer, webhook-signature or policy_limit.'
  if (isLoading) return 'Loading…'
  if (some === 0) return 'No page has these words.'
  if (whole === 0) return 'No page has all of these words. These have some of them.'
  return `${whole} ${whole === 1 ? 'result' : 'results'}`
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
