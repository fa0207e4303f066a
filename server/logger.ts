import { type Logger, pino } from 'pino'
import { env } from './env'
import { shared } from './shared'

/** Field names whose values never reach a log line, wherever they stand. */
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

/** The process's structured log. Only the pipelines and jobs write to it; domain code returns or throws. */
export function logger(): Logger {
  return shared('logger', () =>
    pino({
      level: env().LOG_LEVEL,
      base: undefined,
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    }),
  )
}
