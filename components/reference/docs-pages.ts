import { docsPaths } from '@/components/docs-paths'
import type { Guide } from '@/components/guides/guide'
import type { Reference } from './read-reference'

/** One page of the docs, for the navigation, the links to its neighbours, the search and `llms.txt`. */
export type DocsPage = {
  path: string
  title: string
  area: string
  /** One sentence about it. */
  summary: string
  /** Additional search terms: the path of an operation, its fields and its codes. */
  terms: string
  /** The HTTP method of an operation. */
  method: string | null
}

/** Every page of the docs, in the order of the navigation. */
export function listDocsPages(reference: Reference, guides: readonly Guide[]): DocsPage[] {
  const ofGuides = guides.map(({ id, title, summary, paragraphs, parts = [] }) => ({
    path: docsPaths.docsGuide(id),
    title,
    area: 'Guides',
    summary,
    terms: codeIn([...paragraphs, ...parts.flatMap((part) => part.paragraphs)].join(' ')),
    method: null,
  }))
  const ofOperations = reference.groups.flatMap(({ name, operations }) =>
    operations.map(({ id, summary, description, method, path, parameters, body, replies }) => ({
      path: docsPaths.docsOperation(id),
      title: summary,
      area: name,
      summary: firstSentence(description) || `${method} ${path}`,
      terms: [
        id,
        `${method} ${path}`,
        ...parameters.map((parameter) => parameter.name),
        ...(body?.fields.map((field) => field.name) ?? []),
        codeIn(replies.map((reply) => reply.description).join(' ')),
      ].join(' '),
      method,
    })),
  )
  const ofEvents = reference.events.map(({ kind, summary, description }) => ({
    path: docsPaths.docsEvent(kind),
    title: kind,
    area: 'Webhook events',
    summary,
    terms: description,
    method: null,
  }))
  const errors = {
    path: docsPaths.docsErrors(),
    title: 'Error codes',
    area: 'Errors',
    summary: 'Every code that a refusal can have, and what to do about it.',
    terms: reference.causes.map(({ code }) => code).join(' '),
    method: null,
  }
  return [...ofGuides, ...ofOperations, ...ofEvents, errors]
}

/** The previous and the next page. */
export function adjacentPages(pages: readonly DocsPage[], path: string): { previous?: DocsPage; next?: DocsPage } {
  const at = pages.findIndex((page) => page.path === path)
  return { previous: pages[at - 1], next: pages[at + 1] }
}

/** The page of a call, such as `GET /v1/wallet/hd`. */
export function pageOfCall(call: string, pages: readonly DocsPage[]): DocsPage | undefined {
  return pages.find(({ method, terms }) => method !== null && ` ${terms} `.includes(` ${call} `))
}

/** The docs page of an operation, a kind of event or an error code; undefined for other code. */
export function addressOfCode(code: string, pages: readonly DocsPage[]): string | undefined {
  if (/^[A-Z]+ \//.test(code)) return pageOfCall(code, pages)?.path
  const found = pages.find(({ area, title, terms }) =>
    area === 'Errors' ? /_/.test(code) && terms.split(' ').includes(code) : area === 'Webhook events' && title === code,
  )
  return found?.area === 'Errors' ? docsPaths.docsErrors(code) : found?.path
}

/** The first sentence of a text, which may hold `code` with points in it. */
function firstSentence(text: string): string {
  return /^(?:`[^`]*`|[^`])*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

function codeIn(text: string): string {
  return [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code))].join(' ')
}
