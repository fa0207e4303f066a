import { parseAst } from 'vitest/node'
import { isOfSuites, readSource, sourcesIn } from './sources'

export type InterfaceText = { file: string; text: string }

/** Attributes and calls whose strings nobody reads. */
const UNREAD_ATTRIBUTES = /^(?:className|class|href|id|key|name|type|variant|size|role|tone|src|rel|target)$/
const UNREAD_CALLS = /^(?:cn|cva|clsx|sql)$/
const CODE = /^(?:Import|TS(?!As|Satisfies|NonNull))/
/** A text has a word that begins with a capital, or several words. */
const READ = /^[A-Z][a-z]|\p{L}\s+\p{L}/u

/** Folders beside the schemas' words whose texts people read. */
const READ_FOLDERS = [
  'app',
  'components',
  'packages/cli',
  'server/channels',
  'server/mail',
  'server/notices',
  'server/payments/documents',
  'server/refusals',
]

/**
 * Every text that people read: JSX texts, strings and templates of the portal, its guides, the emails, messages of
 * channels, documents of payments, refusals, and the command line.
 */
export function listInterfaceTexts(): InterfaceText[] {
  const words = sourcesIn('schemas').filter((file) => file.endsWith('/words.ts'))
  return [...READ_FOLDERS.flatMap(sourcesIn), ...words]
    .filter((file) => !isOfSuites(file))
    .flatMap((file) => textsOf(readSource(file)).map((text) => ({ file, text })))
}

/** The texts of one source, in order, with `…` for what a template inserts. */
export function textsOf(source: string): string[] {
  const texts: string[] = []
  collect(parseAst(source, { lang: 'tsx' }), texts)
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => READ.test(text))
}

function collect(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) for (const each of node) collect(each, texts)
  if (!isNode(node) || isUnread(node)) return
  if (node.type === 'JSXText' || node.type === 'Literal') {
    if (typeof node.value === 'string') texts.push(node.value)
    return
  }
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) texts.push(node.quasis.map(cookedOf).join('…'))
  for (const [name, child] of Object.entries(node)) if (name !== 'quasis') collect(child, texts)
}

type Node = { type: string } & Record<string, unknown>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function isUnread({ type, name, callee, tag }: Node): boolean {
  if (CODE.test(type)) return true
  if (type === 'JSXAttribute') return UNREAD_ATTRIBUTES.test(nameOf(name))
  return UNREAD_CALLS.test(nameOf(callee) || nameOf(tag))
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}

function cookedOf({ value }: { value: { cooked: string | null } }): string {
  return value.cooked ?? ''
}
