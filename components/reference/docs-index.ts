import { docsPaths } from '@/components/docs-paths'
import type { Guide, GuideCode } from '@/components/guides/guide'
import type { DocsPage } from './docs-pages'
import type { Operation, Reference, WebhookKind } from './read-reference'
import type { DocsEntry, DocsPart } from './search-docs'
import { groupByStatus } from './status-groups'
import { toAnchor } from './to-anchor'
import type { Field } from './to-fields'
import { ERRORS_TEXT } from './to-markdown'

type Content = { text: string; parts: DocsPart[] }

/** The full text of every page, for the search. */
export function toDocsIndex(pages: readonly DocsPage[], reference: Reference, guides: readonly Guide[]): DocsEntry[] {
  const operations = reference.groups.flatMap((group) => group.operations)
  const contents = new Map<string, Content>([
    ...guides.map((guide) => [docsPaths.docsGuide(guide.id), ofGuide(guide)] as const),
    ...operations.map((operation) => [docsPaths.docsOperation(operation.id), ofOperation(operation)] as const),
    ...reference.events.map((event) => [docsPaths.docsEvent(event.kind), ofEvent(event)] as const),
    [docsPaths.docsErrors(), ofErrors(reference)],
  ])
  return pages.map(({ path, title, area, method, terms }) => ({
    path,
    title,
    area,
    method,
    terms,
    ...contents.get(path),
  }))
}

function ofGuide({ paragraphs, parts = [], code, releases = [] }: Guide): Content {
  const ofParts = parts.map((part) => ({
    anchor: toAnchor(part.title),
    title: part.title,
    text: plain([...part.paragraphs, ...titlesOf(part.code ?? [])].join(' ')),
  }))
  const ofReleases = releases.map(({ date, calls, fields }) => ({
    anchor: date,
    title: date,
    text: plain([...calls, ...fields.map(([names, meaning]) => `${names}: ${meaning}`)].join('. ')),
  }))
  return { text: plain([...paragraphs, ...titlesOf(code)].join(' ')), parts: [...ofParts, ...ofReleases] }
}

function titlesOf(code: readonly GuideCode[]): string[] {
  return code.map(({ title }) => `${title}.`)
}

function ofOperation({ description, method, path, parameters, body }: Operation): Content {
  return {
    text: plain(description) || `${method} ${path}`,
    parts: [...fieldsPart('parameters', 'Parameters', parameters), ...fieldsPart('body', 'Body', body?.fields ?? [])],
  }
}

function ofEvent({ summary, description, headers }: WebhookKind): Content {
  return { text: plain(`${summary} ${description}`), parts: fieldsPart('headers', 'Headers', headers) }
}

function ofErrors({ causes }: Reference): Content {
  const groups = groupByStatus(causes)
  return {
    text: plain(ERRORS_TEXT),
    parts: groups.flatMap(({ anchor, title, causes: ofStatus }) => [
      { anchor, title, text: ofStatus.map(({ code }) => code).join(', ') },
      ...ofStatus.map(({ code, status, means }) => ({ anchor: code, title: code, text: plain(`${status}. ${means}`) })),
    ]),
  }
}

function fieldsPart(anchor: string, title: string, fields: readonly Field[]): DocsPart[] {
  const text = fields.map(({ name, description = '' }) => `${name}: ${description}`).join(' ')
  return fields.length > 0 ? [{ anchor, title, text: plain(text) }] : []
}

/** The search reads the text without its markup. */
function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim()
}
