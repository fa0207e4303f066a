import { parse } from '@marcbachmann/cel-js'

type Scope = Record<string, unknown>
const parsed = new Map<string, (scope: Scope) => unknown>()

function evaluate(expression: string, scope: Scope): unknown {
  let run = parsed.get(expression)
  if (!run) {
    run = parse(expression)
    parsed.set(expression, run)
  }
  return run(scope)
}

/** CEL as a condition. A missing field, or an invalid expression, does not match. */
export function matches(expression: string, scope: Scope): boolean {
  try {
    return evaluate(expression, scope) === true
  } catch {
    return false
  }
}

/** CEL as a key (concurrency, debounce, ...). Runs whose key cannot be computed share the empty key. */
export function keyOf(expression: string, scope: Scope): string {
  try {
    const value = evaluate(expression, scope)
    return typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part))
  } catch {
    return ''
  }
}
