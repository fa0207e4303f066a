import type { ReactNode } from 'react'

/** A name with its colon, a string, a literal or a number. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer texts stay plain: each token is an element. */
const MAX_COLOURED = 20_000

const COLOURS = {
  name: 'text-accent-foreground',
  string: 'text-success-foreground',
  other: 'text-warning-foreground',
} as const

/** Whether a text reads as JSON. */
export function isJson(code: string): boolean {
  return code.length <= MAX_COLOURED && /^\s*[[{]/.test(code)
}

/** JSON with its names and values in colours. */
export function JsonCode({ code }: { code: string }) {
  const parts: ReactNode[] = []
  let shown = 0
  for (const match of code.matchAll(TOKEN)) {
    const [whole, text = whole, colon = ''] = match
    const part = colon ? 'name' : match[1] === undefined ? 'other' : 'string'
    parts.push(
      code.slice(shown, match.index),
      <span key={match.index} className={COLOURS[part]}>
        {text}
      </span>,
      colon,
    )
    shown = match.index + whole.length
  }
  return [...parts, code.slice(shown)]
}
