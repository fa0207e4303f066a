import { format } from 'node:util'
import { logger } from '@/server/logger'

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const
const MAX_CHARACTERS = 2_000

/**
 * Turns the output of libraries, Node's warnings and the error a process dies of into lines of our log. The output has
 * no other lines.
 */
export function redirectConsole(): void {
  for (const [name, level] of Object.entries(LEVELS)) {
    Object.assign(console, { [name]: (...parts: unknown[]) => print(level, parts) })
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => print('warn', [warning]))
  process.on('uncaughtException', (error) => {
    logger().fatal({ err: error, failed: 'the process' }, 'the process ends after an uncaught error')
    process.exit(1)
  })
}

function print(level: (typeof LEVELS)[keyof typeof LEVELS], parts: unknown[]): void {
  const err = parts.find((part) => part instanceof Error)
  const text = format(...parts.filter((part) => part !== err)).slice(0, MAX_CHARACTERS)
  logger()[level](err ? { err, failed: 'a library' } : {}, text.trim() || 'printed')
}
