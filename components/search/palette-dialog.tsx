'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSettled } from '@/components/form/use-settled'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { queryErrorText } from '@/components/query-error-text'
import { searchDocs } from '@/components/reference/search-docs'
import { useTRPC } from '@/components/trpc'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { SearchKeys } from '@/components/ui/search-keys'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { MAX_SEARCH_LETTERS } from '@/schemas/search/words'
import { HIT_LABELS, hitPath, ownHitPath } from './hit-displays'
import type { PaletteScope } from './palette-scope'

const PAUSE_MS = 200
const LEAST_LETTERS = 2

type Line = { href: string; label: string; hint: string; isCode?: boolean }

/** Everything that can be opened, narrowed by what is typed: pages by their names, records by what people paste. */
export function PaletteDialog({ projectId, pages, open, onOpenChange }: DialogState & PaletteScope) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { hits, status } = useHits(projectId, query.trim())
  const lines = [...hits, ...pagesFor([...actionsOf(projectId), ...pages], query)]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Search" size="lg" initialFocus={() => field.current}>
      <SearchKeys field={field} list={list}>
        <Input
          ref={field}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LETTERS}
          aria-label="A page, or an id, hash, address or reference"
          placeholder="A page, or paste an id, hash, address or reference"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="text-[0.8125rem] text-muted-foreground">
          {status ??
            (lines.length === 0
              ? 'Nothing found. Enter a complete value, or at least 8 digits of a hash.'
              : countText(lines))}
        </p>
        <ul ref={list} className="h-72 space-y-0.5 overflow-y-auto sm:h-96">
          {lines.map(({ href, label, hint, isCode }) => (
            <li key={href}>
              <AppLink
                href={href}
                onClick={() => onOpenChange(false)}
                className="flex items-baseline gap-3 rounded-md px-3 py-2 hover:bg-muted focus-visible:bg-muted focus-visible:-outline-offset-2"
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
                <span className="shrink-0 text-muted-foreground text-xs">{hint}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </SearchKeys>
    </Dialog>
  )
}

/** The records under the typed text, and what to say while they are not there. */
function useHits(projectId: string | null, typed: string): { hits: Line[]; status: string | null } {
  const trpc = useTRPC()
  const text = useSettled(typed, PAUSE_MS)
  const isAsked = text.length >= LEAST_LETTERS && typed.length >= LEAST_LETTERS
  const kept = { placeholderData: keepPreviousData, retry: false } as const
  const own = useQuery(
    trpc.search.listOwn.queryOptions(
      { projectId: projectId ?? '', text },
      { enabled: isAsked && projectId !== null, ...kept },
    ),
  )
  const all = useQuery(trpc.search.list.queryOptions({ text }, { enabled: isAsked && projectId === null, ...kept }))
  const { error, isFetching } = projectId === null ? all : own
  if (!isAsked) return { hits: [], status: null }
  const ofProject = (own.data ?? []).map((hit) => toLine(hit, ownHitPath(projectId ?? '', hit)))
  const ofAll = (all.data?.hits ?? []).map((hit) => toLine(hit, hitPath(hit)))
  if (error) return { hits: [], status: queryErrorText(error) }
  return { hits: projectId === null ? ofAll : ofProject, status: isFetching || text !== typed ? 'Searching…' : null }
}

function toLine({ kind, label }: { kind: keyof typeof HIT_LABELS; label: string }, href: string): Line {
  return { href, label, hint: HIT_LABELS[kind], isCode: true }
}

/** What people come to do in a project, beside reading. */
function actionsOf(projectId: string | null): PaletteScope['pages'] {
  if (projectId === null) return []
  return [
    { href: paths.send(projectId), label: 'Send a transfer', group: 'Action' },
    { href: paths.sendBatch(projectId), label: 'Send a batch of transfers', group: 'Action' },
    { href: paths.callContract(projectId), label: 'Call a contract', group: 'Action' },
    { href: paths.newToken(projectId), label: 'Issue a token', group: 'Action' },
    { href: paths.statement(projectId), label: 'Statement of the balance', group: 'Action' },
  ]
}

/** All of them for an empty query. */
function pagesFor(pages: PaletteScope['pages'], query: string): Line[] {
  const entries = pages.map(({ href, label, group }) => ({
    path: href,
    title: label,
    area: group,
    method: null,
    terms: '',
  }))
  const shown = query.trim() === '' ? entries : searchDocs(entries, query)
  return shown.map(({ path, title, area }) => ({ href: path, label: title, hint: area }))
}

function countText(lines: readonly Line[]): string {
  return lines.length === 1 ? '1 result. Enter opens it.' : `${lines.length} results. Enter opens the first.`
}
