import { hostname } from 'node:os'
import { parse } from 'node:path'
import { type DestinationStream, type Logger, pino } from 'pino'
import { oncePerProcess } from '@/db/once-per-process'
import manifest from '@/package.json' with { type: 'json' }
import { env } from './env'
import { mapStack } from './map-stack'
import { recordUnknownError } from './record-unknown-error'
import { redactSecrets } from './redact-secrets'
import { currentTraceId } from './tracing/trace'

/** Fields whose values are never logged, at any depth. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'passwordHash',
  'client_secret',
  'secret',
  'webhookSecret',
  'signingSecret',
  'access_token',
  'key',
]

/** The writer of a line: the program and its process, the version it was built from, and the machine or container. */
const WRITER = {
  process: parse(process.argv[1] ?? '').name,
  pid: process.pid,
  version: manifest.version,
  host: hostname(),
}

/**
 * The process's structured log. Only the pipelines and jobs write to it; domain code returns or throws. A line at level
 * error or above counts as unforeseen: a run of them raises an alarm, whose subject is `failed` or else the line's
 * text. Errors of callers have a lower level. Lines about a row (`rowId`) are counted under the row.
 */
export function logger(): Logger {
  return oncePerProcess('logger', () => createLogger(env().LOG_LEVEL))
}

/** A log to standard output, or to wherever a test reads it. */
export function createLogger(level: string, destination = standardOutput()): Logger {
  return pino(
    {
      level,
      base: WRITER,
      mixin: () => {
        const traceId = currentTraceId()
        return traceId === null ? {} : { traceId }
      },
      serializers: { err: toLoggedError },
      hooks: {
        logMethod(args, method, level) {
          const [fields, text] = args as unknown[] // pino types the first argument as the message alone
          if (level >= ERROR_LEVEL && isErrorLine(fields)) recordUnknownError(fields.err, fields.failed ?? String(text))
          method.apply(this, args)
        },
      },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    },
    destination,
  )
}

/** Exit code (EX_CONFIG) of a start that its configuration forbids: starting it again changes nothing. */
export const CONFIGURATION_EXIT = 78

/** Ends the process with one line that needs no environment to be written. */
export function stopWith(sentence: string, exitCode = 1): never {
  pino({ base: WRITER }, standardOutput()).fatal(sentence)
  process.exit(exitCode)
}

/** The size of the buffer while nothing can be written; later lines are lost. */
const MAX_KEPT_BYTES = 2 ** 20

/**
 * A full disk costs log lines only. The library's own stream would end the process by an uncaught error. After a fatal
 * line its `flushSync` would retry without an end while everything else waits. The stream without `flushSync` writes at
 * once anyway.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ fd: 1, sync: true, maxLength: MAX_KEPT_BYTES })
  stream.on('error', () => {})
  return { write: (line) => void stream.write(line) }
}

const MAX_CAUSES = 5

/**
 * An error as the log shows it: its message and stack, without keys in URLs of its text. Its other fields are left out,
 * because they may hold parameters and bodies.
 */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  const cause = error.cause === undefined || depth === MAX_CAUSES ? undefined : toLoggedError(error.cause, depth + 1)
  const { name: type, message, stack } = error
  return { type, message: redactSecrets(message), code, stack: stack && redactSecrets(mapStack(stack)), cause }
}

const ERROR_LEVEL = pino.levels.values.error ?? 50

function isErrorLine(fields: unknown): fields is { err: Error; failed?: string } {
  if (typeof fields !== 'object' || fields === null || 'rowId' in fields) return false
  return 'err' in fields && fields.err instanceof Error && (!('failed' in fields) || typeof fields.failed === 'string')
}
