import { LINES_PER_CALL } from '@/schemas/tokens/words'

/** Splits lines into the calls that hold them, in order. */
export function splitIntoCalls<Line>(lines: readonly Line[]): { first: number; some: readonly Line[] }[] {
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CALL) }, (_, n) => ({
    first: n * LINES_PER_CALL,
    some: lines.slice(n * LINES_PER_CALL, (n + 1) * LINES_PER_CALL),
  }))
}
