import { oncePerProcess } from '@/db/once-per-process'

/** Origins kept between two writes: a fault that takes many shapes must not grow the process. */
const MOST_ORIGINS = 200

const noted = oncePerProcess('unknown-errors', () => new Map<string, number>())

/** Takes note of an error nobody foresaw, by its class and where it was thrown: its text may hold what no alarm should. */
export function noteUnknownError(error: Error): void {
  noteFault(originOf(error))
}

/** The same for what is told by another name than where in the code it arose: a row, by its id. */
export function noteFault(origin: string): void {
  if (noted.has(origin) || noted.size < MOST_ORIGINS) noted.set(origin, (noted.get(origin) ?? 0) + 1)
}

/** How often each origin was noted since the last call. */
export function takeUnknownErrors(): [origin: string, count: number][] {
  const taken = [...noted]
  noted.clear()
  return taken
}

/** `TypeError at quoteIntent`: the first frame of our own, without a path. */
function originOf({ name, stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const own = frames.find((line) => !line.includes('node:') && !line.includes('node_modules')) ?? frames[0] ?? ''
  const frame = /^\s+at (?:async )?([\w.<>$ ]+?) \(/.exec(own)?.[1]
  return `${name} at ${frame ?? 'an unnamed function'}`.slice(0, 200)
}
