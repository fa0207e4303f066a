'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSettled } from '@/components/form/use-settled'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { signOut } from '@/components/people/auth-calls'
import { queryErrorText } from '@/components/query-error-text'
import { searchDocs } from '@/components/reference/search-docs'
import { tokenOperationText } from '@/components/transactions/token-operation-text'
import { useTRPC } from '@/components/trpc'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { SearchKeys } from '@/components/ui/search-keys'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { OwnHit, SearchHit } from '@/schemas/search/contract'
import { MAX_SEARCH_LETTERS } from '@/schemas/search/words'
import { HIT_LABELS, hitPath, isNamed, ownHitPath } from './hit-displays'
import { pagesOfStatus, paletteActions } from './palette-actions'
import type { PaletteScope } from './palette-scope'

const PAUSE_MS = 200
const LEAST_LETTERS = 2

type Line = { href: string; label: string; hint: string; isCode?: boolean; key?: string }

const LINE =
  'flex w-full items-baseline gap-3 rounded-sm px-3 py-2 text-left hover:bg-accent hover:inset-shadow-[3px_0_0_var(--signal)] focus-visible:bg-accent focus-visible:inset-shadow-[3px_0_0_var(--signal)] focus-visible:-outline-offset-2'

/** Everything that can be opened, filtered by the typed text: pages by their names, records by pasted values. */
export function PaletteDialog({ projectId, pages, canSearchAll, open, onOpenChange }: DialogState & PaletteScope) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { hits, status } = useHits(projectId, query.trim())
  const lines = [
    ...hits,
    ...toLines(pagesOfStatus(projectId, query)),
    ...pagesFor([...paletteActions(projectId), ...pages], query),
    ...(canSearchAll && query.trim() !== '' ? [searchAll(query.trim())] : []),
  ]
  const canLeave = searchDocs([SIGN_OUT], query).length > 0
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search" size="lg" initialFocus={() => field.current}>
      <SearchKeys field={field} list={list}>
        <Input
          ref={field}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LETTERS}
          aria-label="A page or an action, or a part of an address, reference or name"
          placeholder="A page or an action, or a part of an address, reference or name"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          {status ??
            (lines.length === 0 && !canLeave
              ? 'Nothing found. Enter a word of a name, or at least four characters of an address or a reference.'
              : countText(lines))}
        </p>
        <ul ref={list} className="h-72 space-y-0.5 overflow-y-auto sm:h-96">
          {lines.map(({ href, label, hint, isCode, key = href }, index) => (
            <li key={key}>
              <AppLink
                href={href}
                onClick={() => onOpenChange(false)}
                className={index === 0 ? `${LINE} bg-muted` : LINE}
              >
                <span
                  className={
                    isCode
                      ? 'min-w-0 flex-1 truncate font-mono text-[0.8125rem]'
                      : 'min-w-0 flex-1 truncate font-medium'
                  }
                >
                  {label}
                </span>
                <span className="eyebrow shrink-0 text-muted-foreground">{hint}</span>
                {index === 0 ? (
                  <kbd aria-hidden className="shrink-0 rounded border bg-surface px-1.5 font-mono text-xs leading-5">
                    Enter
                  </kbd>
                ) : null}
              </AppLink>
            </li>
          ))}
          {canLeave ? (
            <li>
              <button type="button" className={LINE} onClick={() => void leave()}>
                <span className="min-w-0 flex-1 font-medium">Sign out</span>
                <span className="shrink-0 text-muted-foreground text-xs">Account</span>
              </button>
            </li>
          ) : null}
        </ul>
      </SearchKeys>
    </Dialog>
  )
}

/** The records found for the typed text, and the message while there are none. */
function useHits(projectId: string | null, typed: string): { hits: Line[]; status: string | null } {
  const trpc = useTRPC()
  const text = useSettled(typed, PAUSE_MS)
  const isSearch = text.length >= LEAST_LETTERS && typed.length >= LEAST_LETTERS
  const options = { placeholderData: keepPreviousData, retry: false } as const
  const own = useQuery(
    trpc.search.listOwn.queryOptions(
      { projectId: projectId ?? '', text },
      { enabled: isSearch && projectId !== null, ...options },
    ),
  )
  const all = useQuery(trpc.search.list.queryOptions({ text }, { enabled: isSearch && projectId === null, ...options }))
  const { error, isFetching } = projectId === null ? all : own
  if (!isSearch) return { hits: [], status: null }
  const ofProject = (own.data ?? []).map((hit) => toLine(hit, ownHitPath(projectId ?? '', hit)))
  const ofAll = (all.data?.hits ?? []).map((hit) => toLine(hit, hitPath(hit)))
  if (error) return { hits: [], status: queryErrorText(error) }
  return { hits: projectId === null ? ofAll : ofProject, status: isFetching || text !== typed ? 'Searching…' : null }
}

/** The name of the token operation that a transaction executes, if any. */
function toLine({ kind, id, label, tokenOperation }: OwnHit | SearchHit, href: string): Line {
  const named = { href, hint: HIT_LABELS[kind], key: `${kind} ${id}` }
  return tokenOperation
    ? { ...named, label: tokenOperationText(tokenOperation) }
    : { ...named, label, isCode: !isNamed(kind) }
}

function searchAll(text: string): Line {
  return { href: paths.searchFor(text), label: `Search all businesses for \u201c${text}\u201d`, hint: 'Search' }
}

const SIGN_OUT = { path: '', title: 'Sign out', area: '', method: null, terms: 'log out logout leave' }

async function leave(): Promise<void> {
  await signOut()
  window.location.assign(paths.signIn)
}

/** All of them for an empty query. */
function pagesFor(pages: PaletteScope['pages'], query: string): Line[] {
  if (query.trim() === '') return toLines(pages)
  const entries = pages.map(({ href, label, group, terms = '' }) => ({
    path: href,
    title: label,
    area: group,
    method: null,
    terms,
  }))
  const shown = searchDocs(entries, query)
  return toLines(shown.map(({ path, title, area }) => ({ href: path, label: title, group: area })))
}

/** An action may lead to a page that is in the list itself. */
function toLines(pages: PaletteScope['pages']): Line[] {
  return pages.map(({ href, label, group }) => ({ href, label, hint: group, key: `${href} ${label}` }))
}

function countText(lines: readonly Line[]): string {
  return lines.length === 1 ? '1 result. Enter opens it.' : `${lines.length} results. Enter opens the first.`
}
