import { parseAst } from 'vitest/node'
import { isNode } from './interface-texts'

/** Comments, and strings of one line: what is left holds every identifier, beside the texts of templates and JSX. */
const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<![:\\])\/\/[^\n]*/g
const NAME = /[A-Za-z_$][\w$]*/g

/** The identifiers of one source that `isWanted` accepts, each once. Sources without such a word are not parsed. */
export function findIdentifiers(file: string, source: string, isWanted: (name: string) => boolean): string[] {
  const words = source.replaceAll(COMMENT_OR_STRING, ' ').match(NAME) ?? []
  if (!words.some(isWanted)) return []
  const found = new Set<string>()
  collect(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), found)
  return [...found].filter(isWanted)
}

function collect(node: unknown, found: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) collect(each, found)
  if (!isNode(node)) return
  if (/^(?:Private|JSX)?Identifier$/.test(node.type) && typeof node.name === 'string') found.add(node.name)
  const isHtml = /^JSX(?:Opening|Closing)Element$/.test(node.type) && isNode(node.name) && isTag(node.name.name)
  for (const [name, child] of Object.entries(node)) if (!isHtml || name !== 'name') collect(child, found)
}

function isTag(name: unknown): boolean {
  return typeof name === 'string' && /^[a-z]/.test(name)
}
